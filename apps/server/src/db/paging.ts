/** A page of a list, counted from 1, and how many rows each page has. */
export type Page = { page: number; pagesize: number };

/** Returns the number of rows on the pages before. */
export function offsetOf({ page, pagesize }: Page): number {
  return (page - 1) * pagesize;
}
