/**
 * Forms of several figures for several pieces that the grammar lacks: rates that divide a piece, and lists of rests.
 * Each function takes the result of `respell` and returns the possible texts.
 */
import { isSameWork, lengthOf, type Work } from '@boathouse/pm5/plan';
import { readPlan } from '../read-plan.ts';
import { amount } from './phrases.ts';

const unitless = /^\d+(?:\.\d+)?$/;
/** Athletes do not row shorter parts of a piece by rates. */
const shortestPartSec = 30;
const shortestPartM = 100;
/** Minutes of a rest without a unit, at most. */
const mostBareRestMin = 10;

/** The work of some text; a number without a unit has the unit of `like`. */
function workOf(text: string, like: string): Work | null {
  const own = text.trim();
  const unit = /[a-z'"]+$/i.exec(like.trim())?.[0] ?? '';
  const [piece, ...others] = readPlan(unitless.test(own) ? `${own}${unit}` : own).plan?.pieces ?? [];
  if (piece === undefined || others.length > 0 || piece.restSec !== 0 || piece.target) return null;
  const { restSec: _rest, ...work } = piece;
  return work;
}

function textOf(work: Work): string {
  if (work.kind === 'distance') return `${work.distanceM} m`;
  if (work.kind === 'calories') return `${work.calories} cal`;
  const [minutes, seconds] = [Math.floor(work.durationSec / 60), work.durationSec % 60];
  return `${minutes}:${String(seconds).padStart(2, '0')}`;
}

function isSum(works: readonly Work[], whole: Work): boolean {
  const total = works.reduce((sum, work) => sum + lengthOf(work), 0);
  return (
    works.length > 1 &&
    works.every(({ kind }) => kind === whole.kind) &&
    Math.abs(total - lengthOf(whole)) < 0.5
  );
}

/** The `count`th part of some work; null if it is too short or not whole. */
function partOf(work: Work, count: number): Work | null {
  const length = lengthOf(work) / count;
  if (!Number.isInteger(length)) return null;
  if (work.kind === 'time') return length < shortestPartSec ? null : { kind: 'time', durationSec: length };
  return work.kind === 'distance' && length >= shortestPartM ? { kind: 'distance', distanceM: length } : null;
}

const rateList = /^(?:@|at|r|rate|spm)? ?((?:(?:r|@) ?)?\d\d(?: ?[-/,] ?(?:r|@)? ?\d\d)+) ?(?:spm)?$/i;
const partPattern = new RegExp(`^(${amount}|\\d+(?:\\.\\d+)?) ?(.*)$`, 'i');

/** '@ 20' of '20', 'r20' and '@20'; other targets as written. */
function targetText(text: string): string {
  const own = text
    .trim()
    .replace(/^(?:at|rate|r|@)(?= ?\d\d(?![\d:%k]))/i, '')
    .trim();
  return /^\d\d(?:-\d\d)?(?: ?spm)?$/i.test(own) ? `rate ${own.replace(/ ?spm/i, '')}` : text.trim();
}

/** The pieces for the parts of '5\' @ 20, 5\' @ 22' or '4-4 r20-22', if they add up to `whole`. */
function partsOf(inner: string, whole: Work, like: string): string[] | null {
  return partsWithList(inner, whole, like) ?? partsWithTargets(inner, whole, like);
}

function partsWithTargets(inner: string, whole: Work, like: string): string[] | null {
  const found = inner
    .split(/ ?(?:[,;+]|(?<![\d'"a-z])\/|\/(?= ?\d+ ?(?:min|'|"|s|m|k|km)(?![a-z])|\/ )|\bthen\b) ?/i)
    .map((part) => partPattern.exec(part.trim()));
  const parts = found.flatMap((match) => {
    const work = match && workOf(match[1] ?? '', like);
    return match && work ? [{ work, target: targetText(match[2] ?? '') }] : [];
  });
  if (parts.length < found.length || !parts.some(({ target }) => target !== '')) return null;
  if (
    !isSum(
      parts.map(({ work }) => work),
      whole,
    )
  )
    return null;
  return parts.map(({ work, target }) => `${textOf(work)} ${target}`.trim());
}

/** "3'/3'/3' @ 18/20/22", '4-4 r20-22' */
function partsWithList(inner: string, whole: Work, like: string): string[] | null {
  const match = /^([^@r]+?) ?((?:@|r|rate)? ?\d\d(?: ?[-/,] ?\d\d)+)$/i.exec(inner.trim());
  const works = (match?.[1] ?? '').split(/[-/,]/).flatMap((part) => workOf(part, like) ?? []);
  const rates = ratesOf(match?.[2] ?? '');
  if (!isSum(works, whole) || rates?.length !== works.length) return null;
  return works.map((work, index) => `${textOf(work)} rate ${rates[index] ?? ''}`);
}

function ratesOf(text: string): string[] | null {
  const list = rateList.exec(text.trim())?.[1];
  const rates = list?.split(/ ?[-/,] ?/).map((rate) => rate.replace(/[r@ ]/gi, '')) ?? [];
  return rates.length > 1 && rates.every((rate) => Number(rate) >= 14 && Number(rate) <= 50) ? rates : null;
}

/** The pieces that replace one, with the text before and after it. */
function inPlace(before: string, count: string, parts: readonly string[], after: string): string {
  const rest = after.trim().replace(/^[,;] ?/, '');
  const isRest = rest !== '' && !/^(?:[+&]|then\b)/i.test(rest);
  const behind = isRest && !/^[/-]/.test(rest) ? `, ${rest}` : ` ${rest}`;
  const times = count === '' || Number(count) === 1 ? '' : `${count} x `;
  const list = parts.join(' + ');
  return `${before}${times === '' && !isRest ? list : `${times}(${list})`}${behind}`.trim();
}

/** "4' @ 24 2' @ 26" as "4' @ 24, 2' @ 26" */
function withCommas(inner: string): string {
  return inner.replace(new RegExp(`(?<=\\d) (?=${amount} ?(?:@|at|r|rate))`, 'gi'), ', ');
}

const wholePattern = `(?:(\\d{1,2}) ?x ?)?(${amount})`;

/** "3 x 10' (4' @ 18, 3' @ 20, 3' @ 22) / 3'", "30' as 10' @ 18, 10' @ 20, 10' @ 22", "15' 5' r20 5' r22 5' r24" */
export function dividedForms(text: string): string[] {
  const forms: string[] = [];
  const bracketed = new RegExp(`^(.*?)${wholePattern}[ ,:=]*[([{]([^()[\\]{}]+)[)\\]}](.*)$`, 'i').exec(text);
  if (bracketed) {
    const [, before = '', count = '', work = '', inner = '', after = ''] = bracketed;
    const whole = workOf(work, '');
    const parts = whole && (partsOf(inner, whole, work) ?? partsOf(withCommas(inner), whole, work));
    if (parts) forms.push(inPlace(before, count, parts, after));
  }
  const listed = new RegExp(`^ ?${wholePattern}(?: ?(?:as|:|=|-|of which|total:?) ?| )(.+)$`, 'i').exec(text);
  if (listed && forms.length === 0) {
    const [, count = '', work = '', inner = ''] = listed;
    const whole = workOf(work, '');
    const parts = whole && partsWithTargets(withCommas(inner), whole, work);
    if (parts && count === '') forms.push(inPlace('', count, parts, ''));
  }
  return [...forms, ...sharedForms(text)];
}

/** "3 x 6' @ 20/24/28 (2' each)", "40' (rate change every 10': 18/20/22/20)", "2 x 12' @ 18/20/22" */
function sharedForms(text: string): string[] {
  const every = new RegExp(
    `^(.*?)${wholePattern}[ ,:]*\\(?rate change (${amount}):? ?(?:@|r|rate)? ?(\\d\\d(?: ?[-/,] ?\\d\\d)+)\\)?(.*)$`,
    'i',
  ).exec(text);
  if (every)
    return shared(
      every[1] ?? '',
      every[2] ?? '',
      every[3] ?? '',
      every[5] ?? '',
      every[4] ?? null,
      every[6] ?? '',
    );
  const match = new RegExp(
    `^(.*?)${wholePattern} ?[( ]?(?:@|at|r|rate) ?((?:\\d\\d)(?: ?[-/,] ?(?:r|@)? ?\\d\\d(?![\\d:'"%]| ?(?:min|s|sec|k?m|cal|w)\\b))+)\\)?(?: ?\\(?,? ?(${amount}) ?(?:each|per rate|at each)\\)?)?(.*)$`,
    'i',
  ).exec(text);
  if (!match) return [];
  const [, before = '', count = '', work = '', list = '', each, after = ''] = match;
  return shared(before, count, work, list, each ?? null, after);
}

function shared(
  before: string,
  count: string,
  work: string,
  list: string,
  each: string | null,
  after: string,
): string[] {
  const [whole, rates] = [workOf(work, ''), ratesOf(list)];
  if (whole === null || rates === null) return [];
  const isBand = rates.length === 2 && /^\d\d ?- ?\d\d$/.test(list);
  const part = partOf(whole, rates.length);
  const stated = each === null ? null : workOf(each, work);
  const isStated = part !== null && stated !== null && isSameWork(part, stated);
  if (each !== null && !isStated) return [];
  const times = count === '' ? 1 : Number(count);
  const ofPieces = rates.map((rate) => `${textOf(whole)} rate ${rate}`).join(' + ') + after;
  const ofParts =
    part &&
    inPlace(
      before,
      count,
      rates.map((rate) => `${textOf(part)} rate ${rate}`),
      after,
    );
  if (isStated && ofParts) return [ofParts];
  const band =
    rates.length === 2 && Number(rates[0]) < Number(rates[1]) && before === ''
      ? [`${times > 1 ? `${times} x ` : ''}${textOf(whole)} rate ${rates.join('-')}${after}`]
      : [];
  if (isBand) return [];
  const isOfPieces = times === rates.length && before === '';
  // "3 x 10' @ 18/20/22" has a rate for each piece; parts of whole minutes are as likely as pieces.
  const isWhole = part !== null && lengthOf(part) % (part.kind === 'time' ? 60 : 250) === 0;
  const divided = ofParts !== null && (isWhole || !isOfPieces) ? [ofParts] : [];
  return [
    ...(isOfPieces ? [ofPieces] : []),
    ...(times === 1 ? band : []),
    ...divided,
    ...(times === 1 ? [] : band),
  ];
}

const restWord = '(?:rests?|r|recovery|rec|pause|with)';
const listOf = (item: string) => `${item}(?: ?[-/,;&] ?${item})+`;
const restItem = `(?:\\d{1,2}:\\d\\d|\\d+(?:\\.\\d+)? ?(?:min|s|sec|'|")?)`;
const workItem = `(?:\\d{1,2}:\\d\\d|\\d+(?:\\.\\d+)? ?(?:km|k|m|min|'|")?(?![a-z]))`;

/** "1000/750/500 r 4'/3'/2'", "3 x 1000m rest 3'/2'", "1k (3'), 750 (2'), 500" */
export function restForms(text: string): string[] {
  const match = new RegExp(
    `^ ?(?:(?:pyramid|ladder) )?((?:\\d{1,2} ?x ?)?${workItem}(?: ?[-/,+] ?${workItem})*)[ ,;]*\\(?(?:with )?(?:${restWord}[ :=]*)(${listOf(restItem)})(?: ?rests?)?\\)?$`,
    'i',
  ).exec(text);
  if (match) return withRests(worksIn(match[1] ?? ''), restsIn(match[2] ?? ''));
  // The second rests of "500m/1' 1000m/2'" and '1k (3 min), 750 (2 min), 500'.
  const item = new RegExp(
    `^(${workItem}) ?(?:\\( ?(?:${restWord}[ :=]*)?|/ ?)(${restItem})(?: ?rest)?\\)?[ ,+]*`,
    'i',
  );
  const [works, rests]: [string[], string[]] = [[], []];
  let left = text.trim();
  for (let found = item.exec(left); found; found = item.exec(left)) {
    works.push(found[1] ?? '');
    rests.push(found[2] ?? '');
    left = left.slice(found[0].length);
  }
  const isLast = new RegExp(`^${workItem}$`, 'i').test(left);
  if (works.length < 2 || !(left === '' || isLast)) return [];
  return withRests(unified([...works, ...(isLast ? [left] : [])]), restsIn(rests.join('/')));
}

function worksIn(text: string): Work[] | null {
  const repeated = new RegExp(`^(\\d{1,2}) ?x ?(${workItem})$`, 'i').exec(text.trim());
  if (!repeated) return unified(text.split(/ ?[-/,+] ?/));
  const one = unified([repeated[2] ?? '']);
  return one && Array.from({ length: Number(repeated[1]) }, () => one).flat();
}

/** Reads the works of a list; numbers without a unit have the unit of the last, or meters. */
function unified(texts: readonly string[]): Work[] | null {
  const like = texts.findLast((text) => !unitless.test(text.trim())) ?? 'm';
  const unit = /(?:k|km)$/i.test(like.trim()) ? 'm' : like;
  const works = texts.flatMap((text) => workOf(text, unit) ?? []);
  const isOneKind = works.every(({ kind }) => kind === works[0]?.kind);
  return works.length === texts.length && isOneKind ? works : null;
}

function restsIn(text: string): number[] | null {
  const items = text.split(/ ?[-/,;&] ?/);
  const last = items.at(-1) ?? '';
  const like = unitless.test(last.trim()) ? 'min' : last;
  // 'r 26/28/30' are rates.
  if (like === 'min' && items.some((item) => Number(item) > mostBareRestMin)) return null;
  const rests = items.flatMap((item) => {
    const work = workOf(item, like);
    return work?.kind === 'time' ? work.durationSec : [];
  });
  return rests.length === items.length ? rests : null;
}

function withRests(works: readonly Work[] | null, rests: readonly number[] | null): string[] {
  if (works === null || rests === null || works.length < 2) return [];
  if (rests.length !== works.length && rests.length !== works.length - 1) return [];
  const pieces = works.map((work, index) => {
    const sec = rests[index] ?? 0;
    return `${textOf(work)} / ${textOf({ kind: 'time', durationSec: sec })} rest`;
  });
  return [pieces.join(' + ')];
}

/** '1 min hard, 1 min easy, 10 times', '40 s on, 20 s rest, 12 rounds' */
export function countForms(text: string): string[] {
  const match =
    /^ ?((?:(?!\dx|\d x).)+?),? (?:repeat(?:ed)? |x ?)?(\d{1,2}) ?(?:x|times|rounds|sets|reps)$/i.exec(text);
  const [, body = '', count = ''] = match ?? [];
  return body === '' ? [] : [`${count} x (${body})`];
}
