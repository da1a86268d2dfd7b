import type { Socket } from 'node:net';
import type { Firestore } from '../firestore.ts';
import type { Transaction } from '../transactions/transaction.ts';
import type { Transactions } from '../transactions/transactions.ts';

interface Use {
  transactions: Transactions;
  transaction: Transaction;
  /** Every open connection that has used the transaction. A client may use several for one transaction. */
  peers: Set<string>;
}

/**
 * Tracks which connections use which transactions. A transaction whose connections are all closed is aborted, so that the locks of a killed client
 * are released immediately (in production, after 60 s without a call).
 */
export class Connections {
  readonly #firestore: Firestore;
  readonly #uses = new Map<string, Set<Use>>();
  readonly #known = new Map<Transaction, Use>();

  constructor(firestore: Firestore) {
    this.#firestore = firestore;
  }

  /** Tracks a connection until it closes. */
  follow(socket: Socket): void {
    const peer = `${socket.remoteAddress}:${socket.remotePort}`;
    this.#uses.set(peer, new Set());
    socket.once('close', () => this.#closed(peer));
  }

  /** Records that `peer` (the name in gRPC) uses a transaction. If the connection has already closed, aborts the transaction. */
  uses(peer: string, database: string, id: Buffer): void {
    const { transactions } = this.#firestore.state(database);
    const transaction = transactions.peek(id);
    if (!transaction) return;
    const use = this.#known.get(transaction) ?? { transactions, transaction, peers: new Set<string>() };
    const uses = this.#uses.get(peer);
    if (uses) {
      use.peers.add(peer);
      uses.add(use);
      this.#known.set(transaction, use);
    } else if (use.peers.size === 0) {
      transactions.end(transaction, 'aborted');
    }
    if (this.#known.size > 1_000) this.#forgetEnded();
  }

  #closed(peer: string): void {
    const uses = this.#uses.get(peer) ?? [];
    this.#uses.delete(peer);
    for (const use of uses) {
      use.peers.delete(peer);
      if (use.peers.size > 0) continue;
      this.#known.delete(use.transaction);
      use.transactions.end(use.transaction, 'aborted');
    }
  }

  #forgetEnded(): void {
    for (const [transaction, use] of this.#known) {
      if (transaction.state === 'active') continue;
      this.#known.delete(transaction);
      for (const peer of use.peers) this.#uses.get(peer)?.delete(use);
    }
  }
}
