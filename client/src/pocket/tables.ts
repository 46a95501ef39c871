/** The log of a page without a server, in a database of the browser; see src/ibau/web/pocket/indexed_store.py. */

const TABLES = ["streams", "events", "private", "derived"];
const WRITER = "writer"; // who may write

export type Key = (string | number)[];
type Row = [table: string, key: Key, value: unknown];

/** All keys with this beginning: IndexedDB sorts an array after every text and number. */
const keysBeginning = (key: Key): IDBKeyRange => IDBKeyRange.bound(key, [...key, []]);

const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no reason is given"));
  });

/** Stores nothing. */
export const NO_STORAGE: Pick<Tables, "read" | "write"> = {
  read: () => Promise.resolve("[]"),
  write: () => Promise.resolve(""),
};

export class Tables {
  readonly #me = crypto.getRandomValues(new Uint32Array(4)).join();

  private constructor(readonly database: IDBDatabase) {}

  /** Open the database of this name; pages that opened it before can no longer write. */
  static async open(name: string): Promise<Tables> {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      for (const table of [...TABLES, WRITER]) request.result.createObjectStore(table);
    };
    const tables = new Tables(await result(request));
    const transaction = tables.database.transaction(WRITER, "readwrite");
    await result(transaction.objectStore(WRITER).put(tables.#me, WRITER));
    return tables;
  }

  /** The rows of a table whose keys begin so, as JSON. */
  async read(table: string, beginning: string): Promise<string> {
    const range = keysBeginning(JSON.parse(beginning) as Key);
    const store = this.database.transaction(table).objectStore(table);
    const [keys, values] = await Promise.all([result(store.getAllKeys(range)), result(store.getAll(range))]);
    return JSON.stringify(keys.map((key, n) => [key, values[n] as unknown]));
  }

  /** Store all rows or none; "" once they are on the disk, else the error. */
  write(rows: string): Promise<string> {
    return new Promise((resolve) => {
      const changed = JSON.parse(rows) as Row[];
      const transaction = this.database.transaction([...TABLES, WRITER], "readwrite", {
        durability: "strict",
      });
      transaction.oncomplete = () => resolve("");
      transaction.onabort = () => resolve(transaction.error?.name ?? "another page writes");
      const writer = transaction.objectStore(WRITER).get(WRITER);
      writer.onsuccess = () => {
        if (writer.result !== this.#me) transaction.abort();
        else for (const row of changed) change(transaction, row);
      };
    });
  }
}

function change(transaction: IDBTransaction, [table, key, value]: Row): void {
  const store = transaction.objectStore(table);
  if (value === null) store.delete(keysBeginning(key));
  else store.put(value, key);
}
