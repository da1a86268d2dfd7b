import type { Firestore } from 'firebase-admin/firestore';
import {
  documentsShowing,
  REFERENCE_NAMES,
  type ReferenceName,
  type Showing,
} from '../pictures/documents-showing.repository.ts';
import { fieldsOfRow, type Use } from './places.converter.ts';

/** The number of documents in a row that are read for a page of pictures. */
const AT_ONCE = 100;

/** Most revisions show the same pictures as their post, so revisions are looked up only for pictures without another use. */
const REVISIONS: readonly ReferenceName[] = ['revisions'];
const OTHERS = REFERENCE_NAMES.filter((row) => !REVISIONS.includes(row));

interface Found {
  readonly showing: Showing[];
  isCut: boolean;
}

export interface PlaceRepository {
  /**
   * The uses of each of these pictures, at most 30; whether there are any is exact. Reads the documents that show them, at most 100 of each row of
   * the table of references and at least 1. If there are more, reads 1 for each of the other pictures.
   */
  usesOf(names: readonly string[]): Promise<ReadonlyMap<string, Use>>;
}

export function createPlaceRepository(db: Firestore): PlaceRepository {
  async function look(uses: ReadonlyMap<string, Found>, names: readonly string[], of: readonly ReferenceName[]) {
    if (names.length === 0) return;
    const add = (found: readonly Showing[]) => {
      for (const one of found)
        for (const name of one.document.get('pictures') ?? [])
          if (names.includes(name)) uses.get(name)?.showing.push(one);
    };
    const found = await documentsShowing(db, { names, of, limit: AT_ONCE, fieldsOf: fieldsOfRow });
    add(found);
    const full = of.filter((row) => found.filter((one) => one.of === row).length === AT_ONCE);
    if (full.length === 0) return;
    for (const name of names) Object.assign(uses.get(name) ?? {}, { isCut: true });
    const unseen = names.filter((name) => uses.get(name)?.showing.length === 0);
    const search = { of: full, limit: 1, fieldsOf: fieldsOfRow };
    const rest = await Promise.all(unseen.map((name) => documentsShowing(db, { ...search, names: [name] })));
    for (const [index, name] of unseen.entries()) uses.get(name)?.showing.push(...(rest[index] ?? []));
  }

  return {
    async usesOf(names) {
      const uses = new Map<string, Found>(names.map((name) => [name, { showing: [], isCut: false }]));
      await look(uses, names, OTHERS);
      await look(
        uses,
        names.filter((name) => uses.get(name)?.showing.length === 0),
        REVISIONS,
      );
      // Looked up individually if a row was full.
      for (const use of uses.values()) if (use.showing.length === 0) use.isCut = false;
      return uses;
    },
  };
}
