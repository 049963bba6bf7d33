import { SaxesParser } from 'saxes';
import { bounds } from '../bounds.ts';
import type { Problem } from '../workout.ts';
import { mended } from './xml.ts';

/** The texts of an element's leaves by their path below it: `HeartRateBpm/Value`, `Extensions/TPX/Watts`. */
export type Leaves = { line: number; texts: ReadonlyMap<string, string> };
export type TcxPoint = Leaves & { isFirstOfTrack: boolean };
export type TcxLap = Leaves & {
  startTime: string;
  points: TcxPoint[];
  /** Whether the file ends within it, so that points are missing. */
  isCut: boolean;
};
export type TcxActivity = Leaves & { sport: string; laps: TcxLap[] };

const depthMax = 32;
const lapsMax = 5_000;
const textMax = 10_000;

/** Stops the parser; the message is for the user who chose the file. */
class Refused extends Error {}

/**
 * Reads the activities of a TCX file without building a tree. Document types, and so custom entities, are refused. In a
 * file that ends early or is not well-formed, reads everything before that place.
 */
export function parseTcx(xml: string): {
  activities: TcxActivity[];
  author: string | null;
  problems: Problem[];
} {
  const parser = new SaxesParser({ xmlns: false });
  // XML begins with its first character; some programs write a blank line before it.
  const blank = /^\s*/.exec(xml)?.[0] ?? '';
  const blankLines = blank.split('\n').length - 1;
  const lineNow = () => parser.line + blankLines;
  const activities: TcxActivity[] = [];
  const problems: Problem[] = [];
  const path: string[] = [];
  let author: string | null = null;
  let text = '';
  let points = 0;
  let laps = 0;
  let activity: (TcxActivity & { texts: Map<string, string> }) | null = null;
  let lap: (TcxLap & { texts: Map<string, string> }) | null = null;
  let point: (TcxPoint & { texts: Map<string, string> }) | null = null;
  let isTrackNew = true;

  parser.on('doctype', () => {
    throw new Refused('The file has a document type, which a TCX file never has. It was not read.');
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const tag = localName(name);
    path.push(tag);
    text = '';
    if (path.length > depthMax) throw new Refused('The elements of the file are nested too deeply.');
    const begun = { line: lineNow(), texts: new Map<string, string>() };
    if (tag === 'Activity' && activity === null)
      activity = { ...begun, sport: attributes.Sport ?? '', laps: [] };
    else if (tag === 'Lap' && activity !== null && lap === null) {
      lap = { ...begun, startTime: attributes.StartTime ?? '', points: [], isCut: false };
      if (++laps > lapsMax) throw new Refused(`The file has more than ${lapsMax} laps.`);
    } else if (tag === 'Track' && point === null) isTrackNew = true;
    else if (tag === 'Trackpoint' && lap !== null && point === null) {
      point = { ...begun, isFirstOfTrack: isTrackNew };
      isTrackNew = false;
      if (++points > bounds.strokesMax)
        throw new Refused(`The file has more than ${bounds.strokesMax} strokes.`);
    }
  });
  parser.on('text', (part) => {
    if (text.length < textMax) text += part.slice(0, textMax);
  });
  parser.on('cdata', (part) => {
    if (text.length < textMax) text += part.slice(0, textMax);
  });
  parser.on('closetag', ({ name }) => {
    const tag = localName(name);
    const trimmed = text.trim();
    text = '';
    if (tag === 'Trackpoint' && point !== null && lap !== null) {
      lap.points.push(point);
      point = null;
    } else if (tag === 'Lap' && lap !== null && activity !== null && point === null) {
      activity.laps.push(lap);
      lap = null;
    } else if (tag === 'Activity' && activity !== null && lap === null) {
      activities.push(activity);
      activity = null;
    } else if (trimmed !== '') {
      const owner = point ?? lap ?? activity;
      if (owner !== null) owner.texts.set(pathBelow(path), trimmed);
      else if (path.join('/').endsWith('Author/Name')) author = trimmed;
    }
    path.pop();
  });

  try {
    parser.write(mended(xml.slice(blank.length))).close();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (!(error instanceof Refused)) keepBegun();
    problems.push({
      message: error instanceof Refused ? error.message : messageOf(error.message),
      line: lineNow(),
    });
  }
  return { activities, author, problems };

  /** Keeps the activity in which the file ends, and its last lap if that has its totals or is the only one. */
  function keepBegun(): void {
    if (activity === null) return;
    const has = (name: string) => lap?.texts.has(name) === true;
    // A lap's own elements come before its points: without any it may be a rest.
    const isSummed = has('TotalTimeSeconds') && has('DistanceMeters') && (lap?.points.length ?? 0) > 0;
    const isOnly = activity.laps.length === 0 && lap?.texts.size === 0 && lap.points.length > 1;
    if (lap !== null && (isSummed || isOnly)) activity.laps.push({ ...lap, isCut: true });
    if (activity.laps.length > 0) activities.push(activity);
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const owners = ['Trackpoint', 'Lap', 'Activity'];

function pathBelow(path: readonly string[]): string {
  const owner = path.findLastIndex((tag) => owners.includes(tag));
  return path.slice(owner + 1).join('/');
}

/** A message of saxes is `12:3: unclosed tag: Lap.` */
function messageOf(error: string): string {
  const reason = error.replace(/^\d+:\d+:\s*/, '').replace(/\.+$/, '');
  if (/unclosed|unexpected end|end of (?:input|document)/i.test(reason))
    return `The file ends in the middle: ${reason}. The rest is missing.`;
  return `The file is not well-formed XML: ${reason}.`;
}
