import type { FastifyInstance } from 'fastify';
import { product, type Product } from '@boathouse/contract/product';
import { route } from '../../http/route.ts';

export function productRoutes(app: FastifyInstance, facts: Product): void {
  route(app, product.read, () => facts);
}
