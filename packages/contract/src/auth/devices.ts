import * as z from 'zod/mini';
import { DoneSchema, SignedInSchema } from '../auth.ts';
import { endpoint } from '../endpoint.ts';
import { IdParamsSchema, IdSchema, TimeSchema } from '../ids.ts';
import { UserRefSchema } from '../users.ts';
import { CodeSchema, PasswordSchema, proofShape } from './credentials.ts';

/** The digits of a PIN. Few wrong PINs are allowed: after five in a row the device asks for the password. */
const pinMin = 4;
const pinMax = 8;

const PinSchema = z
  .string()
  .check(
    z.regex(new RegExp(`^[0-9]{${pinMin},${pinMax}}$`), { error: `A PIN has ${pinMin} to ${pinMax} digits` }),
  );

const DeviceMemberSchema = z.object({ ...UserRefSchema.shape, hasPin: z.boolean() });
export type DeviceMember = z.infer<typeof DeviceMemberSchema>;

const MembersSchema = z.object({
  /** The users who chose to be in it, the last used first. */
  members: z.array(DeviceMemberSchema),
});

const DeviceSchema = z.object({
  _id: IdSchema,
  /** Browser and system, such as `Chrome on Android`; null if the client did not send them. */
  device: z.nullable(z.string()),
  hasPin: z.boolean(),
  createdAt: TimeSchema,
  lastUsedAt: TimeSchema,
  /** Whether it is the browser of this request. */
  isCurrent: z.boolean(),
});
export type Device = z.infer<typeof DeviceSchema>;

/**
 * Browsers that several athletes share, such as a boathouse's tablet. A cookie of these calls identifies the browser.
 */
export const devices = {
  members: endpoint({
    method: 'GET',
    path: '/auth/device',
    summary: 'Who can be chosen on this browser; empty unless members have put themselves there',
    auth: 'public',
    response: MembersSchema,
  }),
  join: endpoint({
    method: 'PUT',
    path: '/auth/device/own',
    summary:
      "Put the caller into this browser's list, with a PIN that logs in here alone; null: with the password. " +
      '402 quota_exceeded at 200 members.',
    auth: 'user',
    proof: 'password',
    body: z.strictObject({ pin: z.nullable(PinSchema), ...proofShape }),
    response: MembersSchema,
  }),
  leave: endpoint({
    method: 'DELETE',
    path: '/auth/device/own',
    summary: "Take the caller out of this browser's list, with the PIN. Idempotent.",
    auth: 'user',
    response: MembersSchema,
  }),
  switchTo: endpoint({
    method: 'POST',
    path: '/auth/device/switch',
    summary:
      "Sign in as a member of this browser's list by PIN or password, and end the login of this request; 401 " +
      '`second_factor_needed` asks for the same call with `code`. After five wrong PINs in a row it takes the password alone.',
    auth: 'public',
    body: z.strictObject({
      member: IdSchema,
      pin: z.optional(z.string().check(z.minLength(1, { error: 'PIN is required' }), z.maxLength(20))),
      /** Without a PIN. */
      password: z.optional(PasswordSchema),
      code: z.optional(CodeSchema),
    }),
    response: SignedInSchema,
  }),
  logOutEveryone: endpoint({
    method: 'POST',
    path: '/auth/device/log-out',
    summary: "End the login of this request, and empty this browser's list with its PINs. Idempotent.",
    auth: 'public',
    response: DoneSchema,
  }),
  list: endpoint({
    method: 'GET',
    path: '/auth/devices',
    summary: 'The browsers in whose lists the caller is, the last used first',
    auth: 'user',
    proof: 'fullLogin',
    response: z.array(DeviceSchema),
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/auth/devices/:id',
    summary: 'Take the caller out of the list of one of these browsers, with the PIN',
    auth: 'user',
    proof: 'fullLogin',
    params: IdParamsSchema,
    response: DoneSchema,
  }),
};
