import * as z from 'zod/mini';

/** A language tag (BCP 47) by whose conventions dates and hours are written. */
export const LocaleSchema = z.string().check(
  z.maxLength(64),
  z.refine((tag) => {
    try {
      return Intl.getCanonicalLocales(tag).length === 1;
    } catch {
      return false;
    }
  }, 'Must be a language tag, such as en-GB'),
);
