import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** What the page must know of this installation before anyone signs in. */
export const ProductSchema = z.object({
  name: z.string(),
  contactEmail: z.string(),
  /** Whether the simulated erg may be chosen instead of a monitor. */
  simulatedErg: z.boolean(),
  /** Whether people sign in with an email and a password kept here; otherwise the popup is the only way. */
  passwordSignIn: z.boolean(),
  /** What people call the provider of the sign-in popup ('Google'); null: there is none, and no button. */
  popupSignIn: z.nullable(z.string()),
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
