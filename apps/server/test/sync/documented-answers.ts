import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { EmulatedAnswer } from './emulated-service.ts';

const DocumentedSchema = z.strictObject({
  service: z.string(),
  source: z.string(),
  /** The day of the copy. */
  captured: z.iso.date(),
  /** `documented`: from its documentation; `recorded`: from a call of the service itself. */
  kind: z.enum(['documented', 'recorded']),
  note: z.string(),
  rules: z.record(z.string(), z.unknown()),
  answers: z.record(
    z.string(),
    z.strictObject({
      of: z.string(),
      status: z.int(),
      body: z.unknown(),
      // The source of a response, if it differs from the others'.
      source: z.optional(z.string()),
      captured: z.optional(z.iso.date()),
      kind: z.optional(z.enum(['documented', 'recorded'])),
    }),
  ),
});

type Service = 'logbook' | 'intervals';

/** Reads the known real responses of a service, with their sources. */
export function readAnswers(service: Service) {
  const path = new URL(`./answers/${service}.json`, import.meta.url);
  return DocumentedSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
}

/** Returns the page of a service's responses, as it is stored beside them. */
export function pageOf(service: Service): string {
  const { service: name, source, captured, kind, note, answers } = readAnswers(service);
  const lines = Object.entries(answers).map(([key, { of, status, body, ...own }]) => {
    const from = `${own.kind ?? kind} on ${own.captured ?? captured}, ${own.source ?? source}`;
    return `- **${key}**: ${of}, status ${status}, ${from}: \`${JSON.stringify(body)}\``;
  });
  return `# Answers of ${name}\n\n${note}\n\n${lines.join('\n')}\n`;
}

export function documentedAnswers(service: Service) {
  const { answers } = readAnswers(service);
  /** Returns a documented answer, with other fields in its body. */
  return (name: string, more: object = {}): EmulatedAnswer => {
    const found = answers[name];
    if (found === undefined) throw new Error(`${service}.json has no answer ${name}`);
    const body = Array.isArray(found.body) ? found.body : Object.assign({}, found.body, more);
    return { status: found.status, body };
  };
}
