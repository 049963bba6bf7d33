/** A page of a list, counted from 1, and how many rows each page has. */
export type Page = { page: number; pagesize: number };

/** Returns the number of rows on earlier pages. */
export function offsetOf({ page, pagesize }: Page): number {
  return (page - 1) * pagesize;
}

/** Returns the rows of a page of a list that is completely in memory. */
export function pageOf<Row>(rows: readonly Row[], page: Page): Row[] {
  const before = offsetOf(page);
  return rows.slice(before, before + page.pagesize);
}

/** Sorts rows like their ids; an id without a row is left out. */
export function inOrder<Row extends { _id: string }>(rows: readonly Row[], ids: readonly string[]): Row[] {
  const byId = new Map(rows.map((row) => [row._id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
