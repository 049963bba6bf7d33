import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { api } from '@boathouse/contract/api';
import { scopesOfCalls, type CallScope } from '@boathouse/contract/auth/scopes';
import type { Endpoint } from '@boathouse/contract/endpoint';
import { usePglite } from '../../test/support/databases.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { examples } from './api-examples.ts';

const OperationSchema = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  description: z.optional(z.string()),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.optional(z.array(z.looseObject({ name: z.string(), in: z.string() }))),
  responses: z.record(z.string(), z.unknown()),
});
const DocumentSchema = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ license: z.object({ name: z.string(), identifier: z.string() }) }),
  servers: z.array(z.object({ url: z.string(), description: z.string() })),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  components: z.looseObject({ securitySchemes: z.record(z.string(), z.unknown()) }),
  paths: z.record(z.string(), z.record(z.string(), OperationSchema)),
});

const calls = Object.entries(api).flatMap(([noun, named]) =>
  Object.entries<Endpoint>(named).map(([name, endpoint]) => ({ id: `${noun}.${name}`, endpoint })),
);
const scopes = new Map<string, CallScope>(
  Object.entries(scopesOfCalls).flatMap(([noun, named]) =>
    Object.entries<CallScope>(named).map(([name, scope]): [string, CallScope] => [`${noun}.${name}`, scope]),
  ),
);

describe('the API document', () => {
  // With the web app, as an installation serves it.
  const folder = mkdtempSync(join(tmpdir(), 'boathouse-web-'));
  mkdirSync(join(folder, 'assets'));
  for (const file of ['index.html', 'worker.js', 'assets/app-1.js']) writeFileSync(join(folder, file), '');
  afterAll(() => rmSync(folder, { recursive: true }));
  const app = useTestApp(usePglite(), { webFolder: folder });
  let document: z.infer<typeof DocumentSchema>;
  let operations: Array<{ path: string; method: string } & z.infer<typeof OperationSchema>>;

  beforeAll(async () => {
    document = DocumentSchema.parse((await app().call('GET', '/api/openapi.json')).body);
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
    );
  });

  test('names its version, license and server', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: '/' }],
    });
  });

  test("has every call once, by the contract's name for it", () => {
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      calls.map(({ id }) => id).toSorted(),
    );
    for (const { operationId } of operations) expect(operationId).toMatch(/^[A-Za-z]+\.[A-Za-z]+$/);
  });

  test('describes each tag that it uses, and no other', () => {
    const used = new Set(operations.flatMap(({ tags }) => tags));
    expect(document.tags.map(({ name }) => name).toSorted()).toEqual([...used].toSorted());
  });

  test('lists the security schemes of each call, and declares all of them', () => {
    const schemes = Object.keys(document.components.securitySchemes);
    for (const { operationId, security } of operations) {
      const endpoint = calls.find(({ id }) => id === operationId)?.endpoint;
      expect(security.length === 0, operationId).toBe(endpoint?.auth === 'public');
      for (const scheme of security.flatMap((one) => Object.keys(one))) expect(schemes).toContain(scheme);
    }
  });

  test('has a response for success and one for refusal of each call', () => {
    for (const { operationId, responses } of operations) {
      const codes = Object.keys(responses);
      expect(
        codes.some((code) => code.startsWith('2')),
        operationId,
      ).toBe(true);
      expect(codes, operationId).toContain('4XX');
    }
  });

  test('has a parameter for each name in a path', () => {
    for (const { path, parameters = [] } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const given = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect(given.toSorted(), path).toEqual(named.toSorted());
    }
  });

  test('has no two paths that match the same address: a word is not an id', () => {
    const isIdAt = (path: string, part: string) => {
      const { parameters = [] } = Object.values(document.paths[path] ?? {})[0] ?? {};
      return parameters.some(
        ({ name, in: place, schema }) =>
          place === 'path' && part === `{${name}}` && Object(schema).format === 'uuid',
      );
    };
    const isWord = (part: string) => !part.startsWith('{');
    const differ = (one: string, other: string) => {
      const parts = other.split('/');
      return one.split('/').some((part, at) => {
        const against = parts[at] ?? '';
        if (isWord(part) && isWord(against)) return part !== against;
        return (isWord(part) && isIdAt(other, against)) || (isWord(against) && isIdAt(one, part));
      });
    };
    /** Fixed words come before parameters, in OpenAPI (4.8.8.2) as well as in the router. */
    const isFixed = (path: string) => path.split('/').every(isWord);
    const paths = Object.keys(document.paths);
    const same = paths.flatMap((one, index) =>
      paths
        .slice(index + 1)
        .filter((other) => one.split('/').length === other.split('/').length)
        .filter((other) => !isFixed(one) && !isFixed(other) && !differ(one, other))
        .map((other) => `${one} and ${other}`),
    );
    expect(same).toEqual([]);
  });

  test('passes the recommended rules of Redocly', async () => {
    const config = await loadConfig({ configPath: join(import.meta.dirname, '../../../../redocly.yaml') });
    const problems = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: 'openapi.json',
      config,
    });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  test('has examples that fit their schemas', () => {
    expect(examples.size).toBeGreaterThan(5);
    for (const [{ body, response }, given] of examples) {
      if (given.body !== undefined) expect(body && z.safeParse(body, given.body).error).toBeUndefined();
      if (given.response !== undefined) expect(z.safeParse(response, given.response).error).toBeUndefined();
    }
    const withBody = operations.find(({ operationId }) => operationId === 'sessions.create');
    expect(withBody).toMatchObject({
      requestBody: { content: { 'application/json': { example: { title: 'Tuesday 2k' } } } },
      responses: { 200: { content: { 'application/json': { example: { title: 'Tuesday 2k' } } } } },
    });
  });

  test('states which scope an access token needs', () => {
    for (const { operationId, description = '', security } of operations) {
      const scope = scopes.get(operationId);
      const token = security.find((one) => 'token' in one)?.['token'];
      if (scope === 'login' || scope === 'public') expect(token, operationId).toBeUndefined();
      else if (scope === 'any') expect(token, operationId).toEqual([]);
      else {
        expect(token, operationId).toEqual([scope]);
        expect(description).toContain(`Access tokens need the scope \`${scope}\`.`);
      }
    }
  });
});

describe('the scopes of calls', () => {
  test('are public only if a call needs no caller', () => {
    const isPublic = calls.filter(({ id }) => scopes.get(id) === 'public').map(({ id }) => id);
    expect(isPublic).toEqual(calls.filter(({ endpoint }) => endpoint.auth === 'public').map(({ id }) => id));
  });

  test('do not let a read-only token change anything', () => {
    const reading = calls.filter(({ id }) => scopes.get(id) === 'read');
    expect(reading.filter(({ endpoint }) => endpoint.method !== 'GET')).toEqual([]);
  });

  test('close calls of accounts, logins, tokens and administration', () => {
    const closed = /^(auth|account|administration|setUp|invitations|reports|files)\./;
    const open = calls.filter(
      ({ id }) => closed.test(id) && !['login', 'public'].includes(scopes.get(id) ?? ''),
    );
    expect(open.map(({ id }) => id)).toEqual([]);
    const oneself = calls.filter(({ id }) => /^(users|tokens)\./.test(id) && scopes.get(id) !== 'login');
    expect(oneself.filter(({ endpoint }) => endpoint.method !== 'GET')).toEqual([]);
  });
});
