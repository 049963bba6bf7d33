import type { Database } from '../../src/db/database.ts';

/** Returns the database of a process that is killed after this many transactions: the next one fails. */
export function stoppedAfter(db: Database, transactions: number): Database {
  let left = transactions;
  const transaction: Database['transaction'] = async (work, config) => {
    if (left === 0) throw new Error('The process is killed');
    left -= 1;
    return db.transaction(work, config);
  };
  return Object.create(db, { transaction: { value: transaction } });
}
