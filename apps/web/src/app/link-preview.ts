import { previews } from '@boathouse/contract/sessions/previews';
import { callApi } from '../lib/api.ts';
import { formatDayAndTime } from '../lib/format.ts';

const read = new Map<string, Promise<string | null>>();

/** Fetches the session or club that a visitor came for, once for each; null if it isn't public. */
export function previewOf(kind: 'session' | 'club', id: string): Promise<string | null> {
  const known = read.get(id) ?? (kind === 'session' ? sessionInWords(id) : clubInWords(id));
  read.set(id, known);
  known.catch(() => read.delete(id));
  return known;
}

async function sessionInWords(id: string): Promise<string | null> {
  const found = await callApi(previews.session, { params: { id } });
  return found && `You were invited to ${found.title} of ${found.club}, ${formatDayAndTime(found.startAt)}.`;
}

async function clubInWords(url: string): Promise<string | null> {
  const found = await callApi(previews.club, { params: { url } });
  return found && `You came for the club ${found.name}.`;
}
