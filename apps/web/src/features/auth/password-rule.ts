import { limits } from '@boathouse/contract/limits';

/** The identity provider's rule, below each field that sets a password. */
export const passwordRule = `At least ${limits.passwordMin} characters`;
