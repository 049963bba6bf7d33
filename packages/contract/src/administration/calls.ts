import * as z from 'zod/mini';
import { administrationActions } from './log.ts';
import { ProofBodySchema, proofShape } from '../auth/credentials.ts';
import { SignUpModeSchema } from './sign-up.ts';
import { ClubRefSchema } from '../clubs/club-ref.ts';
import { endpoint } from '../endpoint.ts';
import { IdParamsSchema, IdSchema, SecretKeySchema, TimeSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { pageOf } from '../paging.ts';
import { UserRefSchema } from '../users.ts';

const DoneSchema = z.object({ message: z.string() });

/** Finds users by parts of names and emails; an empty text finds all. */
const searchShape = {
  search: z._default(z.string().check(z.normalize(), z.trim(), z.maxLength(limits.searchTextMax)), ''),
  ...pageOf(limits.pageSize),
};

export const AdministrationWarningSchema = z.object({
  kind: z.enum(['backup', 'disk', 'mail', 'clock']),
  /** A sentence with the problem and its solution. */
  text: z.string(),
});
export type AdministrationWarning = z.infer<typeof AdministrationWarningSchema>;

const WarningsSchema = z.object({ at: TimeSchema, warnings: z.array(AdministrationWarningSchema) });

const BackupSchema = z.object({
  at: TimeSchema,
  kind: z.string(),
  bytes: z.nullable(z.int()),
  /** When the backup was restored into a throw-away database and compared; null if it was not, or if that failed. */
  verifiedAt: z.nullable(TimeSchema),
  problem: z.nullable(z.string()),
});

const StateSchema = z.object({
  /** The server's clock. */
  at: TimeSchema,
  version: z.string(),
  startedAt: TimeSchema,
  database: z.object({ kind: z.enum(['pglite', 'postgresql']), version: z.string(), bytes: z.int() }),
  diskFreeBytes: z.int(),
  backups: z.object({
    /** Whether the server makes a backup every night. */
    isNightly: z.boolean(),
    last: z.nullable(BackupSchema),
    /** Why the last nightly backup failed. */
    failure: z.nullable(z.object({ at: TimeSchema, problem: z.string() })),
  }),
  mail: z.object({
    /** A mail server, or a folder of files. */
    kind: z.enum(['smtp', 'folder']),
    failure: z.nullable(z.object({ at: TimeSchema, problem: z.string() })),
  }),
  address: z.object({ url: z.string(), isSecure: z.boolean() }),
  processes: z.object({
    /** Whether others may run beside this one, by Redis. */
    areSeveral: z.boolean(),
    problem: z.nullable(z.string()),
    /** The running processes; absent while unknown. */
    count: z.optional(z.int()),
  }),
  /** Values of the process that responded. */
  live: z.object({ rooms: z.int(), rowers: z.int(), connections: z.int() }),
  users: z.int(),
  clubs: z.int(),
  warnings: z.array(AdministrationWarningSchema),
});
export type AdministrationState = z.infer<typeof StateSchema>;

const AdministeredUserSchema = z.object({
  ...UserRefSchema.shape,
  /** Null if a hosted provider has it. */
  email: z.nullable(z.string()),
  createdAt: TimeSchema,
  /** Counts the logins that have not ended. */
  lastUsedAt: z.nullable(TimeSchema),
  isAdministrator: z.boolean(),
  lockedAt: z.nullable(TimeSchema),
});
export type AdministeredUser = z.infer<typeof AdministeredUserSchema>;

const AdministeredClubSchema = z.object({
  ...ClubRefSchema.shape,
  isPrivate: z.boolean(),
  memberCount: z.int(),
  createdAt: TimeSchema,
  owner: z.nullable(UserRefSchema),
});
export type AdministeredClub = z.infer<typeof AdministeredClubSchema>;

const SignUpInvitationSchema = z.object({
  _id: IdSchema,
  createdAt: TimeSchema,
  expiresAt: TimeSchema,
  /** Null is any number. */
  usesLeft: z.nullable(z.int()),
  uses: z.int(),
  by: z.string(),
});

const SettingsSchema = z.object({
  signUp: SignUpModeSchema,
  /** Links that are valid, the newest first. */
  invitations: z.array(SignUpInvitationSchema),
});
export type InstallationSettings = z.infer<typeof SettingsSchema>;

const LogEntrySchema = z.object({
  _id: IdSchema,
  at: TimeSchema,
  /** The administrator's name at that time; null if the operator ran a command. */
  actor: z.nullable(z.string()),
  action: z.enum(administrationActions),
  subject: z.nullable(z.string()),
  detail: z.nullable(z.string()),
});
export type AdministrationLogEntry = z.infer<typeof LogEntrySchema>;

/** For administrators only; all other users get 404 at these addresses. */
export const administration = {
  state: endpoint({
    method: 'GET',
    path: '/administration/state',
    summary: 'How the installation is',
    auth: 'administrator',
    response: StateSchema,
  }),
  warnings: endpoint({
    method: 'GET',
    path: '/administration/warnings',
    summary: 'What needs an administrator now',
    auth: 'administrator',
    response: WarningsSchema,
  }),
  sendTestMail: endpoint({
    method: 'POST',
    path: '/administration/test-mail',
    summary: "Send a mail to the caller's address; 503 with the mail server's answer if that fails",
    auth: 'administrator',
    response: DoneSchema,
  }),
  users: endpoint({
    method: 'GET',
    path: '/administration/users',
    summary: 'Users by part of their name or email, by name',
    auth: 'administrator',
    query: z.strictObject(searchShape),
    response: z.object({ count: z.int(), users: z.array(AdministeredUserSchema) }),
  }),
  makeResetLink: endpoint({
    method: 'POST',
    path: '/administration/users/:id/reset-link',
    summary: 'A link with which the user sets a new password, once, within an hour. It is not stored',
    auth: 'administrator',
    proof: 'fresh',
    params: IdParamsSchema,
    body: ProofBodySchema,
    response: z.object({ link: z.string(), expiresAt: TimeSchema }),
  }),
  lock: endpoint({
    method: 'PUT',
    path: '/administration/users/:id/lock',
    summary: 'Lock an account: its logins and connections end, and it cannot log in. Idempotent',
    auth: 'administrator',
    proof: 'fresh',
    params: IdParamsSchema,
    body: ProofBodySchema,
    response: DoneSchema,
  }),
  unlock: endpoint({
    method: 'DELETE',
    path: '/administration/users/:id/lock',
    summary: 'Unlock an account. Idempotent',
    auth: 'administrator',
    proof: 'fresh',
    params: IdParamsSchema,
    body: ProofBodySchema,
    response: DoneSchema,
  }),
  endLogins: endpoint({
    method: 'DELETE',
    path: '/administration/users/:id/logins',
    summary: 'End the logins of a user on all devices',
    auth: 'administrator',
    proof: 'fresh',
    params: IdParamsSchema,
    body: ProofBodySchema,
    response: DoneSchema,
  }),
  removeUser: endpoint({
    method: 'DELETE',
    path: '/administration/users/:id',
    summary:
      "Delete an account for good; results in clubs' sessions stay without the name. 409 if it owns a club",
    auth: 'administrator',
    proof: 'fresh',
    params: IdParamsSchema,
    body: ProofBodySchema,
    response: DoneSchema,
  }),
  makeAdministrator: endpoint({
    method: 'PUT',
    path: '/administration/users/:id/administrator',
    summary: 'Make a user administrator. Idempotent',
    auth: 'administrator',
    proof: 'fresh',
    params: IdParamsSchema,
    body: ProofBodySchema,
    response: DoneSchema,
  }),
  revokeAdministrator: endpoint({
    method: 'DELETE',
    path: '/administration/users/:id/administrator',
    summary: 'Take the administration from a user; 409 for the last one. Idempotent',
    auth: 'administrator',
    proof: 'fresh',
    params: IdParamsSchema,
    body: ProofBodySchema,
    response: DoneSchema,
  }),
  clubs: endpoint({
    method: 'GET',
    path: '/administration/clubs',
    summary: 'Clubs by part of their name or address, by name',
    auth: 'administrator',
    query: z.strictObject(searchShape),
    response: z.object({ count: z.int(), clubs: z.array(AdministeredClubSchema) }),
  }),
  clubMembers: endpoint({
    method: 'GET',
    path: '/administration/clubs/:id/members',
    summary: `Members of a club other than its owner, by role and name; ${limits.listedMax} at most`,
    auth: 'administrator',
    params: IdParamsSchema,
    response: z.array(UserRefSchema),
  }),
  handOverClub: endpoint({
    method: 'PUT',
    path: '/administration/clubs/:id/owner',
    summary: 'Make a member the owner of a club; the owner before stays as an admin',
    auth: 'administrator',
    proof: 'fresh',
    params: IdParamsSchema,
    body: z.strictObject({ user: IdSchema, ...proofShape }),
    response: DoneSchema,
  }),
  removeClub: endpoint({
    method: 'DELETE',
    path: '/administration/clubs/:id',
    summary: "Delete a club with its sessions; results stay their athletes'. 409 while one rows in it",
    auth: 'administrator',
    proof: 'fresh',
    params: IdParamsSchema,
    body: ProofBodySchema,
    response: DoneSchema,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/administration/settings',
    summary: 'Settings of the installation',
    auth: 'administrator',
    response: SettingsSchema,
  }),
  changeSettings: endpoint({
    method: 'PATCH',
    path: '/administration/settings',
    summary: 'Change settings of the installation',
    auth: 'administrator',
    proof: 'fresh',
    body: z.strictObject({ signUp: SignUpModeSchema, ...proofShape }),
    response: SettingsSchema,
  }),
  createInvitation: endpoint({
    method: 'POST',
    path: '/administration/invitations',
    summary: 'Make the key of a link with which one or many may sign up. It is not stored',
    auth: 'administrator',
    proof: 'fresh',
    body: z.strictObject({
      isForOne: z.boolean(),
      days: z.int().check(z.minimum(1), z.maximum(limits.signUpInvitationDaysMax)),
      ...proofShape,
    }),
    response: z.object({ key: SecretKeySchema, expiresAt: TimeSchema }),
  }),
  endInvitation: endpoint({
    method: 'DELETE',
    path: '/administration/invitations/:id',
    summary: 'End a link to sign up. Idempotent',
    auth: 'administrator',
    proof: 'fresh',
    params: IdParamsSchema,
    body: ProofBodySchema,
    response: SettingsSchema,
  }),
  log: endpoint({
    method: 'GET',
    path: '/administration/log',
    summary: 'What administrators did, the newest first',
    auth: 'administrator',
    query: z.strictObject(pageOf(limits.pageSize)),
    response: z.object({ count: z.int(), entries: z.array(LogEntrySchema) }),
  }),
};
