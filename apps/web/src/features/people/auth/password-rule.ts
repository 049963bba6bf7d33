import { useQuery } from '@tanstack/react-query';
import { limits } from '@boathouse/contract/limits';
import { productQuery } from '../../../lib/product.ts';

/** The least length of a new password on this server, and the sentence below each field that sets one. */
export function usePasswordRule(): { minLength: number; hint: string } {
  const minLength = useQuery(productQuery).data?.passwordMin ?? limits.passwordMin;
  return { minLength, hint: `At least ${minLength} characters` };
}
