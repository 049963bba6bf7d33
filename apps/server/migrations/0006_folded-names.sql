CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;--> statement-breakpoint
-- unaccent() is only STABLE, because its dictionary could be changed; an index needs IMMUTABLE.
CREATE FUNCTION public.folded_name(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT lower(public.unaccent('public.unaccent'::regdictionary, name)) $$;--> statement-breakpoint
DROP INDEX "clubs_name_parts";--> statement-breakpoint
DROP INDEX "users_name_parts";--> statement-breakpoint
CREATE INDEX "clubs_folded_name" ON "clubs" USING gin (folded_name("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_folded_name" ON "users" USING gin (folded_name("display_name") gin_trgm_ops);