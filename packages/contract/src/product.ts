import * as z from 'zod/mini';
import { SignUpModeSchema } from './administration/sign-up.ts';
import { endpoint } from './endpoint.ts';

/** Settings of this installation that the page needs before sign-in. */
const ProductSchema = z.object({
  name: z.string(),
  contactEmail: z.string(),
  /** Whether the simulated erg may be chosen instead of a monitor. */
  simulatedErg: z.boolean(),
  /** Whether users can sign in with an email and a password; otherwise only the popup signs them in. */
  passwordSignIn: z.boolean(),
  /** The least length of a new password, in characters. */
  passwordMin: z.number(),
  /** Display name of the provider of the sign-in popup ('Google'); null without one. */
  popupSignIn: z.nullable(z.string()),
  /** The sign-up mode; absent means open to everyone. */
  signUp: z.optional(SignUpModeSchema),
  /**
   * The installation has no administrator yet, and the code in the server's log makes one; 'empty' if it also has no
   * users.
   */
  setUp: z.optional(z.enum(['empty', 'open'])),
});
export type Product = z.infer<typeof ProductSchema>;

export const product = {
  read: endpoint({
    method: 'GET',
    path: '/product',
    summary: 'Name, contact address and options of this installation',
    auth: 'public',
    response: ProductSchema,
  }),
};
