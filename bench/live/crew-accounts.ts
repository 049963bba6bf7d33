import type { Account } from './generator/wire.ts';
import type { Product } from './product.ts';

/**
 * The accounts of the product's rowers, created when first needed. Each account has one activity, and so is in one
 * room.
 */
export class CrewAccounts {
  readonly #product: Product | null;
  readonly #largest: number;
  readonly #crews = new Map<number, Account[][]>();

  /** @param largest the rowers of the largest room; smaller rooms take the first ones */
  constructor(product: Product | null, largest: number) {
    this.#product = product;
    this.#largest = largest;
  }

  /** Returns the accounts of one room; `ofRooms` uses other accounts. */
  async ofRoom(rowers: number): Promise<Account[]> {
    const [crew = []] = await this.#take('one', this.#largest, 1);
    return crew.slice(0, rowers);
  }

  /** Returns the accounts of rooms of one size, always in the same order. */
  ofRooms(rowers: number, rooms: number): Promise<Account[][]> {
    return this.#take('many', rowers, rooms);
  }

  async #take(kind: 'one' | 'many', rowers: number, rooms: number): Promise<Account[][]> {
    const key = kind === 'one' ? 0 : rowers;
    const crews = this.#crews.get(key) ?? [];
    this.#crews.set(key, crews);
    const missing = Array.from({ length: rooms - crews.length }, () => rowers);
    if (missing.length > 0) crews.push(...((await this.#product?.newCrews(missing)) ?? []));
    return crews.slice(0, rooms);
  }
}
