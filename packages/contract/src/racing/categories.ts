import * as z from 'zod/mini';

/** The two categories of results by sex. */
export const categorySexes = ['female', 'male'] as const;
export const CategorySexSchema = z.enum(categorySexes);
export type CategorySex = z.infer<typeof CategorySexSchema>;

/** The youngest age of an age group, which names it; `packages/racing/age-groups` has the groups. */
export const AgeGroupSchema = z.int().check(z.gte(0), z.lte(100));

/** The category from an athlete's sex and year of birth; null if the athlete gave none. */
export const CategorySchema = z.object({
  sex: z.nullable(CategorySexSchema),
  ageGroup: z.nullable(AgeGroupSchema),
});
export type Category = z.infer<typeof CategorySchema>;
