import type { WorkoutPlan } from '@boathouse/pm5/plan';
import { clear, Cursor, type Assumptions } from './cursor.ts';
import { readSequence } from './grammar.ts';
import { piecesOf } from './pieces.ts';
import { tokenise } from './tokens.ts';
import { justRow } from './words.ts';

/** Enough for 100 pieces that each have every target. */
const longestText = 9500;

/**
 * `stumbledOn`: the text from the first word or mark that no rule accepted; empty if the whole text is understood, but
 * unclear.
 */
type PlanRead = { plan: WorkoutPlan | null; stumbledOn: string };

export function readPlan(text: string, assume: Assumptions = clear): PlanRead {
  const source = text.length > longestText ? { unread: text } : tokenise(text);
  if ('unread' in source) return { plan: null, stumbledOn: source.unread };
  const cursor = new Cursor(source, assume);
  const isJustRow = cursor.takePhrase(justRow) !== null;
  const groups = isJustRow ? null : readSequence(cursor);
  const pieces = isJustRow ? [] : groups && cursor.isAtEnd ? piecesOf(groups, assume) : null;
  const { stumbledOn } = cursor;
  const rest = stumbledOn ? source.text.slice(stumbledOn.start) : '';
  return { plan: pieces && cursor.isAtEnd ? { pieces } : null, stumbledOn: rest };
}
