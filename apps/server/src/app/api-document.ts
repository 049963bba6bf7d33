import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import type { api } from '@boathouse/contract/api';
import { newPasswordFormat } from '@boathouse/contract/auth';
import { apiVersion } from '@boathouse/contract/endpoint';
import { addExamples } from './api-examples.ts';

const about = `
Each call needs a login or an access token, except where its security is empty. A login is the cookie, or the bearer
token, that /api/auth/sign-in/email returns. An access token is made in Settings, Security, and does what its scopes allow.

Ids are UUIDs. Where two paths match an address, such as \`/sessions/user/{id}\` and \`/sessions/{id}/starts\`, the one
with more fixed parts from the left is meant: no id is a word.

Times are ISO 8601 in UTC, durations in seconds, distances in meters, paces in seconds per 500 m. A refusal is
problem+json: \`code\` is for programs, \`message\` for people.
`.trim();

/** The content of each tag; each tag is a noun of the contract. */
const tagDescriptions: Readonly<Record<keyof typeof api, string>> = {
  product: 'What this installation offers',
  auth: 'Accounts, logins and the second factor',
  devices: 'Browsers that several members share, and their PINs',
  tokens: 'Access tokens of programs',
  users: 'Profiles and settings of users',
  account: 'Deletion of an account, and the archive of its data',
  statistics: 'Totals, personal bests and progress',
  goals: 'What a user wants to row',
  trends: 'The results of one workout over time',
  follows: 'Who follows whom',
  clubs: 'Clubs and their memberships',
  invitations: 'Links into a club',
  squads: 'Named groups of the members of a club',
  webpush: 'Messages to a browser whose page is closed',
  webhooks: 'Results of finished sessions, sent to another program',
  sessions: 'Group workouts',
  starts: 'Common starts of a session',
  attendance: 'Who says they will be at a session',
  previews: 'Names behind the links of clubs and sessions',
  boards: 'A session on a screen without a login',
  calendar: 'Sessions for calendar programs',
  templates: 'Stored workouts',
  races: 'Race days of clubs: categories and entries',
  startLists: 'Start lists from and for other race programs',
  raceDay: 'The running of races: draw, start, results and protests',
  raceResults: 'Results of race days, also on a public page',
  raceCodes: 'Codes with which guests take their entries of a race day',
  tests: 'Tests of a club and their boards',
  records: 'Records of a club',
  turnout: 'At how many sessions of a club its athletes were',
  activities: 'What an athlete rows',
  history: 'The search of activities',
  exports: 'Activities as files',
  imports: 'Activities from files',
  sync: 'Activities exchanged with services that their athlete has connected',
  entries: 'Results that a person types in',
  strokes: 'The strokes of an activity',
  moves: 'Rows that are moved into a session, and out again',
  results: 'Ranks, notes and titles of activities',
  tags: 'Words by which an athlete finds activities again',
  feed: 'Activities of the people whom a user follows, and of clubs',
  comments: 'Comments and replies',
  likes: 'Likes of activities',
  notifications: 'What a user is notified of',
  reports: 'Reports to the administrators',
  files: 'Images of users and clubs',
  administration: 'For administrators of the installation',
  outgoing: 'For administrators: mails and messages that wait to leave the server',
  setUp: 'The first administrator',
};

/** Serves the OpenAPI document of routes added from now on, and the page that shows it. */
export async function documentApi(
  http: FastifyInstance,
  { productName, passwordMin }: { productName: string; passwordMin: number },
): Promise<void> {
  await http.register(swagger, {
    // The contract's calls have a tag; pages and files of the web app don't belong to the API.
    hideUntagged: true,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${productName} API`,
        version: String(apiVersion),
        description: about,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/', description: 'This installation' }],
      tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          cookie: { type: 'apiKey', in: 'cookie', name: 'boathouse.session_token' },
          bearer: { type: 'http', scheme: 'bearer', description: 'The token of a login' },
          token: { type: 'http', scheme: 'bearer', description: 'An access token, with its scopes' },
        },
      },
    },
    transform: createJsonSchemaTransform({
      zodToJsonConfig: {
        override: ({ jsonSchema }) => {
          if (jsonSchema.format === newPasswordFormat) jsonSchema.minLength = passwordMin;
        },
      },
    }),
    transformObject: (document) =>
      'openapiObject' in document ? addExamples(document.openapiObject) : document.swaggerObject,
  });
  // Its badge would show the document to a service elsewhere.
  await http.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { validatorUrl: null } });
  http.get('/api/openapi.json', { schema: { hide: true } }, () => http.swagger());
}
