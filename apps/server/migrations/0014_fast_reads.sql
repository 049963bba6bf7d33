CREATE TABLE "club_name_parts" (
	"id" uuid NOT NULL,
	"part" text collate "C" NOT NULL,
	"rank" smallint NOT NULL,
	CONSTRAINT "club_name_parts_id_part_pk" PRIMARY KEY("id","part")
);
--> statement-breakpoint
CREATE TABLE "user_name_parts" (
	"id" uuid NOT NULL,
	"part" text collate "C" NOT NULL,
	"rank" smallint NOT NULL,
	CONSTRAINT "user_name_parts_id_part_pk" PRIMARY KEY("id","part")
);
--> statement-breakpoint
DROP INDEX "activities_user_created";--> statement-breakpoint
DROP INDEX "activities_user_day";--> statement-breakpoint
DROP INDEX "clubs_folded_name";--> statement-breakpoint
DROP INDEX "users_folded_name";--> statement-breakpoint
DROP INDEX "club_memberships_club";--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "past_distance" double precision GENERATED ALWAYS AS (case when is_completed then distance end) STORED;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "past_elapsed_time" double precision GENERATED ALWAYS AS (case when is_completed then elapsed_time end) STORED;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "past_average_pace" double precision GENERATED ALWAYS AS (case when is_completed then average_pace end) STORED;--> statement-breakpoint
ALTER TABLE "club_name_parts" ADD CONSTRAINT "club_name_parts_id_clubs_id_fk" FOREIGN KEY ("id") REFERENCES "public"."clubs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_name_parts" ADD CONSTRAINT "user_name_parts_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "club_name_parts_search" ON "club_name_parts" USING btree ("rank","part","id");--> statement-breakpoint
CREATE INDEX "user_name_parts_search" ON "user_name_parts" USING btree ("rank","part","id");--> statement-breakpoint
CREATE INDEX "activities_past" ON "activities" USING btree ("user_id","created_at","id","session_id","past_distance","past_elapsed_time","past_average_pace","is_partial") WHERE "activities"."is_completed";--> statement-breakpoint
CREATE INDEX "activities_past_days" ON "activities" USING btree ("user_id","day","past_distance","past_elapsed_time") WHERE "activities"."is_completed" and not "activities"."is_simulated";--> statement-breakpoint
CREATE INDEX "club_memberships_club" ON "club_memberships" USING btree ("club_id","role","user_id");--> statement-breakpoint
-- The ends of a folded name. Compared with a list of signs, because character classes depend on the database's locale.
CREATE FUNCTION public.name_parts(name text) RETURNS TABLE (part text, rank smallint)
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$
  SELECT substr(folded, n),
    (CASE WHEN n = 1 THEN 0 WHEN strpos(' -.,/(&''’', substr(folded, n - 1, 1)) > 0 THEN 1 ELSE 2 END)::smallint
  FROM public.folded_name(name) AS folded, generate_series(1, length(folded)) AS n
  WHERE substr(folded, n, 1) <> ' '
$$;--> statement-breakpoint
CREATE FUNCTION public.keep_user_name_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.user_name_parts WHERE id = NEW.id;
  INSERT INTO public.user_name_parts SELECT NEW.id, part, rank FROM public.name_parts(NEW.display_name);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION public.keep_club_name_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.club_name_parts WHERE id = NEW.id;
  INSERT INTO public.club_name_parts SELECT NEW.id, part, rank FROM public.name_parts(NEW.name);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER keep_name_parts AFTER INSERT OR UPDATE OF display_name ON users
FOR EACH ROW EXECUTE FUNCTION public.keep_user_name_parts();--> statement-breakpoint
CREATE TRIGGER keep_name_parts AFTER INSERT OR UPDATE OF name ON clubs
FOR EACH ROW EXECUTE FUNCTION public.keep_club_name_parts();--> statement-breakpoint
INSERT INTO user_name_parts SELECT users.id, part, rank FROM users, public.name_parts(display_name);--> statement-breakpoint
INSERT INTO club_name_parts SELECT clubs.id, part, rank FROM clubs, public.name_parts(name);
