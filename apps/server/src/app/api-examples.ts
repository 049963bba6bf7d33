import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { activities } from '@boathouse/contract/activities';
import { api } from '@boathouse/contract/api';
import { auth } from '@boathouse/contract/auth';
import { tokens } from '@boathouse/contract/auth/tokens';
import type { Endpoint, EndpointArgs, EndpointResponse } from '@boathouse/contract/endpoint';
import { sessions } from '@boathouse/contract/sessions';
import { tags } from '@boathouse/contract/activities/tags';
import { strokes } from '@boathouse/contract/strokes';

type Example = { body?: unknown; response?: unknown };

const mara = { _id: '019a3c5e-7d10-7c41-9a52-0d5b1f6e2a01', displayName: 'Mara Vogt', iconURL: null };
const session = {
  _id: '019a3c5e-8a20-7f12-8b63-1e6c2a7f3b02',
  title: 'Tuesday 2k',
  startAt: '2026-11-24T18:00:00.000Z',
  isAccessibleByLink: true,
  workoutItems: ['2000m'],
};
const stroke = {
  number: 1,
  interval: 1,
  elapsedTime: 2.1,
  distance: 7.9,
  pace: 118.4,
  strokeRate: 28,
  heartRate: null,
  power: 210,
  driveLength: 1.36,
  driveTime: 0.78,
  recoveryTime: 1.32,
  strokeDistance: 7.9,
  peakForce: 612,
  averageForce: 371,
  workPerStroke: 505.4,
  calories: 1,
};
const result = {
  elapsedTime: 425.3,
  distance: 2000,
  averagePace: 106.3,
  strokeRate: 29,
  averagePower: 291,
};

function example<E extends Endpoint>(
  endpoint: E,
  given: { body?: EndpointArgs<E>['body']; response?: EndpointResponse<E> },
): [Endpoint, Example] {
  return [endpoint, given];
}

/** Examples for the first calls of a program; each fits its schema. */
export const examples: ReadonlyMap<Endpoint, Example> = new Map([
  example(tags.set, { body: { tags: ['winter', 'test'] }, response: { tags: ['winter', 'test'] } }),
  example(tags.used, { response: { tags: ['test', 'winter'] } }),
  example(auth.signIn, { body: { email: 'mara@rowers.example', password: 'a long password' } }),
  example(tokens.current, {
    response: {
      _id: '019a3c5e-ac40-7b34-8d85-3a8e4c9b5d04',
      name: 'Erg screen',
      scopes: ['read', 'write'],
      createdAt: '2026-11-24T17:00:00.000Z',
      lastUsedOn: '2026-11-24',
      user: mara,
    },
  }),
  example(sessions.create, {
    body: {
      title: session.title,
      hostUser: mara._id,
      startAt: session.startAt,
      isAccessibleByLink: true,
      workoutItems: session.workoutItems,
    },
    response: { ...session, hostUser: mara, club: null },
  }),
  example(activities.create, { body: { user: mara._id, session: session._id, workoutItemIndex: 0 } }),
  example(activities.complete, { body: { ...result, timeZone: 'Europe/Zurich' } }),
  example(strokes.append, { body: { from: 0, strokes: [stroke] }, response: { next: 1 } }),
  example(strokes.list, { response: { isComplete: true, strokes: [stroke], next: null } }),
]);

const exampleOfOperation = new Map(
  Object.entries(api).flatMap(([noun, calls]) =>
    Object.entries<Endpoint>(calls).flatMap(([name, endpoint]): Array<[string, Example]> => {
      const found = examples.get(endpoint);
      return found ? [[`${noun}.${name}`, found]] : [];
    }),
  ),
);

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transformObject']>;
type Document = Extract<Parameters<Transform>[0], { openapiObject: unknown }>['openapiObject'];

/** Adds the examples to the operations of an OpenAPI document. */
export function addExamples(document: Document): Document {
  for (const path of Object.values(document.paths ?? {})) {
    for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
      const operation = path?.[method];
      const found = exampleOfOperation.get(operation?.operationId ?? '');
      if (operation === undefined || found === undefined) continue;
      const { requestBody, responses } = operation;
      const ok = responses?.['200'];
      if (found.body !== undefined && requestBody && 'content' in requestBody)
        setExample(requestBody.content['application/json'], found.body);
      if (found.response !== undefined && ok && 'content' in ok)
        setExample(ok.content?.['application/json'], found.response);
    }
  }
  return document;
}

function setExample(media: { example?: unknown } | undefined, value: unknown): void {
  if (media) media.example = value;
}
