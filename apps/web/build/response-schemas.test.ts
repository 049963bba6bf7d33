import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { readOfRequestSchema, withoutRequestSchemas } from './response-schemas.ts';

test('an endpoint keeps its method, path and response, and loses the rest', () => {
  const code = `
    const common = { auth: 'user' };
    export const clubs = {
      byId: endpoint({
        ...common,
        method: 'GET',
        path: '/clubs/:id',
        summary: 'A club, by id',
        params: z.object({ id: z.string() }) ,
        response: ClubSchema,
        quota: 'clubs'
      }),
    };`;
  const shorter = withoutRequestSchemas(code, parseSync('clubs.js', code).program);
  expect(parseSync('clubs.js', shorter).errors).toEqual([]);
  const [, definition = ''] = /endpoint\(\{([^]*?)\}\)/.exec(shorter) ?? [];
  expect(definition.replaceAll(/\s/g, '')).toBe(
    "...common,method:'GET',path:'/clubs/:id',response:ClubSchema,",
  );
});

test('a module that reads a request schema is found', () => {
  const imported = "import { clubs, ClubSchema } from '@boathouse/contract/clubs';";
  expect(readOfRequestSchema(`${imported} clubs.create.body.parse(form)`)).toBe('clubs.create.body');
  expect(readOfRequestSchema(`${imported} callApi(clubs.create, { body: form.query.body })`)).toBeNull();
});
