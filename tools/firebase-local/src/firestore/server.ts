import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { Server as GrpcServer, ServerCredentials } from '@grpc/grpc-js';
import { Firestore } from './firestore.ts';
import { Connections } from './grpc/connections.ts';
import { firestoreService } from './grpc/proto.ts';
import { createService } from './grpc/service.ts';
import { watchIndexes } from './index-check/watched-indexes.ts';
import { DataFile } from './persistence/data-file.ts';
import { importDatabases } from './persistence/export.ts';
import { listenSplit } from './port-split.ts';
import { createRestHandler } from './rest/router.ts';
import { accessFor } from './rules/rules-access.ts';
import { RulesStore } from './rules/rules-store.ts';
import type { ServiceContext } from './service-context.ts';

export interface FirestoreEmulatorOptions {
  /** 127.0.0.1 by default. */
  host?: string;
  /** 0 selects a free port. */
  port?: number;
  /**
   * Rules for all projects until others are loaded over REST. Without rules, only server clients (`Bearer owner`) have
   * access.
   */
  rulesFile?: string;
  /** The path of firestore.indexes.json; without it, queries are not checked for indexes. */
  indexesFile?: string;
  /** The data file; without it, data is in memory only. */
  dataFile?: string;
  /** An earlier export, imported if there is no data file. */
  importFile?: string;
}

export interface FirestoreEmulator {
  port: number;
  /** Saves the data, closes all connections and frees the port. */
  stop(): Promise<void>;
}

/** Production limits requests to 10 MiB. This limit is larger, so that the service can refuse them with its own message. */
const maxMessageBytes = 16 * 1024 * 1024;

function createGrpcServer(context: ServiceContext, connections: Connections): GrpcServer {
  const server = new GrpcServer({
    'grpc.max_receive_message_length': maxMessageBytes,
    'grpc.max_send_message_length': -1,
  });
  server.addService(firestoreService(), createService(context, connections));
  return server;
}

/**
 * Starts the stand-in. Several can run in one process.
 * @throws DataFileError, IndexFileError, RulesSyntaxError or the error of `listen`, each with a readable message
 */
export async function startFirestoreEmulator(options: FirestoreEmulatorOptions = {}): Promise<FirestoreEmulator> {
  const firestore = new Firestore();
  const rules = new RulesStore();
  if (options.rulesFile) {
    const warnings = rules.setInitial(readFileSync(options.rulesFile, 'utf8'), options.rulesFile);
    for (const { line, column, message } of warnings) {
      console.warn(`[rules] ${options.rulesFile}:${line}:${column}: ${message} Requests that need it are denied.`);
    }
  }
  if (options.importFile) await importDatabases(firestore, options.importFile);
  const data = options.dataFile ? await DataFile.open(options.dataFile, firestore) : null;
  const indexes = options.indexesFile ? watchIndexes(options.indexesFile) : null;
  const check = indexes?.check ?? (() => undefined);
  const context = {
    firestore,
    rules,
    callerFor: (authorization: string | undefined, database: string) => ({
      firestore,
      access: accessFor(rules, authorization, database),
      checkIndex: check,
    }),
  };
  const connections = new Connections(firestore);
  const grpc = createGrpcServer(context, connections);
  const injector = grpc.createConnectionInjector(ServerCredentials.createInsecure());
  const close = async () => {
    indexes?.stop();
    grpc.forceShutdown();
    firestore.close();
    await data?.close();
  };
  try {
    const port = await listenSplit({
      host: options.host ?? '127.0.0.1',
      port: options.port ?? 0,
      http: createHttpServer(createRestHandler(context)),
      injectHttp2(socket) {
        connections.follow(socket);
        injector.injectConnection(socket);
      },
    });
    return {
      port: port.port,
      async stop() {
        const closed = port.close();
        await close();
        await closed;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
