import type { Endpoint } from '@boathouse/contract/endpoint';

/** Returns the path and query of a call. */
export function addressOf(
  endpoint: Endpoint,
  { params = {}, query = {} }: { params?: unknown; query?: unknown },
): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(textOf(params, name) ?? ''),
  );
  const search = new URLSearchParams();
  for (const name of Object.keys(query ?? {})) {
    const value = textOf(query, name);
    if (value !== null) search.set(name, value);
  }
  return `/api${path}${search.size === 0 ? '' : `?${search.toString()}`}`;
}

function textOf(record: unknown, name: string): string | null {
  const value: unknown =
    typeof record === 'object' && record !== null ? Reflect.get(record, name) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
