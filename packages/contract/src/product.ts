import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** What the page must know of this installation before anyone signs in. */
export const ProductSchema = z.object({
  name: z.string(),
  contactEmail: z.string(),
  /** Whether the simulated erg may be chosen instead of a monitor. */
  simulatedErg: z.boolean(),
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
