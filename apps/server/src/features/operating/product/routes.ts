import type { FastifyInstance } from 'fastify';
import { product, type Product } from '@boathouse/contract/product';
import { route } from '../../../http/route.ts';
import type { Admission } from '../../people/admission/index.ts';

export function productRoutes(
  app: FastifyInstance,
  facts: Omit<Product, 'signUp' | 'setUp'>,
  admission: Pick<Admission, 'offers'>,
): void {
  route(app, product.read, async () => ({ ...facts, ...(await admission.offers()) }));
}
