import type { FieldName, MessageName } from './profile.ts';

/** A number, an array of numbers, or a text; numbers are scaled. Fields without a value are absent. */
export type FitValue = number | number[] | string;

/** A field that the file itself describes: scaled and with the unit as declared. */
export type DeveloperValue = { value: FitValue; units: string };

export type Message = {
  name: MessageName;
  fields: ReadonlyMap<string, FitValue>;
  /** By name in lower case, without punctuation. */
  developer: ReadonlyMap<string, DeveloperValue>;
};

export function messagesOf(messages: readonly Message[], name: MessageName): Message[] {
  return messages.filter((message) => message.name === name);
}

/** Returns a field's number, the first of an array, or null if there is none. */
export function numberOf<Name extends MessageName>(
  message: Message | undefined,
  _name: Name,
  ...fields: FieldName<Name>[]
): number | null {
  for (const field of fields) {
    const number = firstNumber(message?.fields.get(field));
    if (number !== null) return number;
  }
  return null;
}

/** Like `numberOf`, but 0 means none: Concept2's averages and heart rates. */
export function positiveOf<Name extends MessageName>(
  message: Message | undefined,
  name: Name,
  ...fields: FieldName<Name>[]
): number | null {
  const number = numberOf(message, name, ...fields);
  return number !== null && number > 0 ? number : null;
}

export function textOf<Name extends MessageName>(
  message: Message | undefined,
  _name: Name,
  field: FieldName<Name>,
): string | null {
  const value = message?.fields.get(field);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Returns the key of a developer field: names differ in case and punctuation between apps. */
export function developerKey(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

export function firstNumber(value: FitValue | undefined): number | null {
  if (typeof value === 'number') return value;
  return Array.isArray(value) ? (value[0] ?? null) : null;
}
