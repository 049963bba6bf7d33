import { imports } from '@boathouse/contract/activities/imports';
import { urlOf } from '@boathouse/contract/endpoint';

const seasonHeader =
  '"Log ID",Date,Description,"Work Time (Formatted)","Work Time (Seconds)","Rest Time (Formatted)","Rest Time (Seconds)","Work Distance","Rest Distance","Stroke Rate/Cadence","Stroke Count",Pace,"Avg Watts",Cal/Hour,"Total Cal","Avg Heart Rate","Drag Factor",Age,Weight,Type,Ranked,Comments,"Date Entered"';

/** A workout on each of the days from a year ago on that have none yet, as the Concept2 Logbook writes them. */
export function seasonOf(count: number, year: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.UTC(year, 0, 1, 6) + index * 86_400_000).toISOString();
    const date = `${at.slice(0, 10)} ${at.slice(11, 19)}`;
    return `${year * 100_000 + index},"${date}",2000m,07:00.0,420,,,2000,,24,168,1:45.0,302,1340,156,150,120,30,H,RowErg,No,,"${date}"`;
  });
  return [seasonHeader, ...rows].join('\r\n');
}

/** Sends a file, stores everything in it and, on request, undoes the import. */
export async function importOnce(port: number, token: string, text: string, isUndone = false) {
  const send = async (method: string, path: string, body: string, type: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body === '' ? {} : { 'content-type': type }) },
      ...(body === '' ? {} : { body }),
    });
    const answer = await response.text();
    if (!response.ok) console.error(`An import: ${response.status} ${answer}`);
    return { isOk: response.ok, text: answer };
  };
  const startMs = performance.now();
  const sinceMs = () => Math.round(performance.now() - startMs);
  const path = urlOf(imports.read, {}, { name: 'season.csv' });
  const read = await send('POST', path, text, 'application/octet-stream');
  const readMs = sinceMs();
  if (!read.isOk) return { readMs, storedMs: readMs, isStored: false };
  const preview = imports.read.response.parse(JSON.parse(read.text));
  const of = { id: preview._id };
  const indexes = preview.workouts.map(({ index }) => index);
  const stored = await send(
    'POST',
    urlOf(imports.store, of, {}),
    JSON.stringify({ indexes }),
    'application/json',
  );
  const storedMs = sinceMs();
  if (isUndone) await send('DELETE', urlOf(imports.undo, of, {}), '', '');
  return { readMs, storedMs, isStored: stored.isOk };
}
