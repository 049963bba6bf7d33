import { isFit } from './decode.ts';
import { manufacturers, profile, sports, subSports } from './profile.ts';

/** The numbers of type, maker and sports in the first bytes of a FIT file. */
type FitGlance = {
  type: number | null;
  manufacturer: number | null;
  sports: Array<{ sport: number; subSport: number }>;
};

type Field = { num: number; size: number };
type Definition = { num: number; isLittleEndian: boolean; fields: Field[]; size: number };

const { fileId, session } = profile;

/** Reads the kind of a FIT file without decoding it, and without its checksum; the bytes may end anywhere. */
export function glanceAtFit(bytes: Uint8Array): FitGlance {
  const glance: FitGlance = { type: null, manufacturer: null, sports: [] };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const definitions: (Definition | undefined)[] = [];
  let at = bytes[0] ?? 0;
  const end = Math.min(bytes.length, at + (bytes.length < 8 ? 0 : view.getUint32(4, true)));
  while (at < end) {
    const header = bytes[at] ?? 0;
    at += 1;
    if ((header & 0xc0) === 0x40) {
      const made = definitionAt(view, at, (header & 0x20) !== 0);
      if (made === null) break;
      definitions[header & 0xf] = made.definition;
      at = made.end;
      continue;
    }
    const definition = definitions[header & 0x80 ? (header >> 5) & 0x3 : header & 0xf];
    if (definition === undefined || at + definition.size > end) break;
    const { num } = definition;
    if (num === fileId.num) {
      glance.type ??= valueOf(view, at, definition, fileId.fields.type.num);
      glance.manufacturer ??= valueOf(view, at, definition, fileId.fields.manufacturer.num);
    } else if (num === session.num) {
      glance.sports.push({
        sport: valueOf(view, at, definition, session.fields.sport.num) ?? sports.generic,
        subSport: valueOf(view, at, definition, session.fields.subSport.num) ?? subSports.generic,
      });
    }
    at += definition.size;
  }
  // Another file is chained after it.
  if (isFit(bytes.subarray(end + 2))) glance.sports = [];
  return glance;
}

/** Whether all sports of the file are rowed, skied or cycled without an erg. */
export function isOtherSport({ manufacturer, sports: found }: FitGlance): boolean {
  const mayBeErg = ({ sport, subSport }: FitGlance['sports'][number]) =>
    manufacturer === manufacturers.concept2 || ergSports.has(sport) || ergSubSports.has(subSport);
  return found.length > 0 && !found.some(mayBeErg);
}

/** Watches without rowing write training. */
const training = 10;
const ergSports = new Set<number>([sports.generic, sports.fitnessEquipment, training, sports.rowing]);
const ergSubSports = new Set<number>([
  subSports.indoorCycling,
  subSports.indoorRowing,
  subSports.indoorSkiing,
]);

function definitionAt(
  view: DataView,
  start: number,
  hasDeveloperFields: boolean,
): { definition: Definition; end: number } | null {
  if (start + 5 > view.byteLength) return null;
  const isLittleEndian = view.getUint8(start + 1) !== 1;
  const fields: Field[] = [];
  let at = start + 5;
  let size = 0;
  const count = view.getUint8(start + 4);
  for (let left = count; left > 0; left -= 1, at += 3) {
    if (at + 3 > view.byteLength) return null;
    const field = { num: view.getUint8(at), size: view.getUint8(at + 1) };
    fields.push(field);
    size += field.size;
  }
  if (hasDeveloperFields) {
    if (at >= view.byteLength) return null;
    const more = view.getUint8(at);
    at += 1;
    for (let left = more; left > 0; left -= 1, at += 3) {
      if (at + 3 > view.byteLength) return null;
      size += view.getUint8(at + 1);
    }
  }
  const num = view.getUint16(start + 2, isLittleEndian);
  return { definition: { num, isLittleEndian, fields, size }, end: at };
}

/** Returns an unsigned value of one or two bytes; null if there is none. */
function valueOf(
  view: DataView,
  start: number,
  { fields, isLittleEndian }: Definition,
  num: number,
): number | null {
  let at = start;
  for (const field of fields) {
    if (field.num === num) {
      if (field.size === 1) return noneIf(view.getUint8(at), 0xff);
      return field.size === 2 ? noneIf(view.getUint16(at, isLittleEndian), 0xffff) : null;
    }
    at += field.size;
  }
  return null;
}

const noneIf = (value: number, none: number) => (value === none ? null : value);
