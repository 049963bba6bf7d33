import * as z from 'zod/mini';
import { idOf } from './people.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Returns the smallest value that a response's schema accepts: lists are empty, nullable fields null, optional ones
 * absent.
 */
export function sampleOf(schema: z.core.$ZodType): unknown {
  return sampleOfJson(z.toJSONSchema(schema, { unrepresentable: 'any' }));
}

function sampleOfJson(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (choices.length > 0) {
    return choices.some(({ type }) => type === 'null') ? null : sampleOfJson(choices[0] ?? {});
  }
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => {
          const field = schema.properties?.[name];
          return [name, typeof field === 'object' ? sampleOfJson(field) : null];
        }),
      );
    case 'array':
      return [];
    case 'string':
      return textOf(schema.format);
    case 'integer':
    case 'number':
      return Math.max(0, schema.minimum ?? 0);
    case 'boolean':
      return false;
    default:
      return null;
  }
}

function textOf(format: string | undefined): string {
  if (format === 'uuid') return idOf(7);
  if (format === 'date-time') return '2026-01-05T07:30:00.000Z';
  return format === 'date' ? '2026-01-05' : 'text';
}
