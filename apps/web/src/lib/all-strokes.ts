import { strokes, type Stroke, type StrokePage } from '@boathouse/contract/strokes';
import { callApi, type CallOptions } from './api.ts';

type Wanted = { withForceCurve: boolean; /** A sequence. */ from: number };

/** Reads the strokes of an activity from a sequence number on, in any number of responses. */
export async function allStrokes(
  id: string,
  { withForceCurve, from }: Wanted,
  options: CallOptions,
): Promise<Stroke[]> {
  const curve = withForceCurve ? { forceCurve: '1' as const } : {};
  const read: Stroke[] = [];
  for (let next: number | null = from; next !== null;) {
    const query = { ...curve, ...(next === 0 ? {} : { from: String(next) }) };
    const page: StrokePage = await callApi(strokes.list, { params: { id }, query }, options);
    // One by one, because a call accepts only some thousand arguments.
    for (const stroke of page.strokes) read.push(stroke);
    next = page.next ?? null;
  }
  return read;
}
