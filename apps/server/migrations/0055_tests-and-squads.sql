CREATE TABLE "single_results" (
	"activity_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"machine" text NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"score" integer NOT NULL,
	"rowed_at" timestamp with time zone NOT NULL,
	"stroke_rate" smallint,
	"is_entered" boolean NOT NULL,
	"is_open" boolean NOT NULL,
	"session_id" uuid,
	"workout_item_index" smallint,
	"club_id" uuid,
	CONSTRAINT "single_results_machine" CHECK ("single_results"."machine" in ('rower', 'skierg', 'bike', 'dynamic', 'slides', 'multierg', 'otherrower', 'other')),
	CONSTRAINT "single_results_kind" CHECK ("single_results"."kind" in ('distance', 'time'))
);--> statement-breakpoint
CREATE TABLE "squad_members" (
	"squad_id" uuid NOT NULL,
	"club_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "squad_members_squad_id_user_id_pk" PRIMARY KEY("squad_id","user_id")
);--> statement-breakpoint
CREATE TABLE "squads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"club_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE "athlete_categories" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sex" text,
	"birth_year" smallint,
	CONSTRAINT "athlete_categories_sex" CHECK ("athlete_categories"."sex" in ('female', 'male'))
);--> statement-breakpoint
CREATE TABLE "records_by_hand" (
	"id" uuid PRIMARY KEY NOT NULL,
	"club_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"machine" text NOT NULL,
	"score" integer NOT NULL,
	"sex" text,
	"age_group" smallint,
	"holder" text NOT NULL,
	"day" date NOT NULL,
	"note" text NOT NULL,
	CONSTRAINT "records_by_hand_kind" CHECK ("records_by_hand"."kind" in ('distance', 'time')),
	CONSTRAINT "records_by_hand_machine" CHECK ("records_by_hand"."machine" in ('rower', 'skierg', 'bike', 'dynamic', 'slides', 'multierg', 'otherrower', 'other')),
	CONSTRAINT "records_by_hand_sex" CHECK ("records_by_hand"."sex" in ('female', 'male'))
);--> statement-breakpoint
CREATE TABLE "test_weights" (
	"test_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"weight_hg" smallint NOT NULL,
	CONSTRAINT "test_weights_test_id_user_id_pk" PRIMARY KEY("test_id","user_id")
);--> statement-breakpoint
CREATE TABLE "tests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"club_id" uuid NOT NULL,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"machine" text NOT NULL,
	"opens_at" timestamp with time zone NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"counts" text NOT NULL,
	"rate_max" smallint,
	"squad_id" uuid,
	"session_id" uuid,
	"workout_item_index" smallint,
	CONSTRAINT "tests_kind" CHECK ("tests"."kind" in ('distance', 'time')),
	CONSTRAINT "tests_machine" CHECK ("tests"."machine" in ('rower', 'skierg', 'bike', 'dynamic', 'slides', 'multierg', 'otherrower', 'other')),
	CONSTRAINT "tests_counts" CHECK ("tests"."counts" in ('first', 'best')),
	CONSTRAINT "tests_session_item" CHECK (("tests"."session_id" is null) = ("tests"."workout_item_index" is null))
);--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "squad_id" uuid;--> statement-breakpoint
ALTER TABLE "single_results" ADD CONSTRAINT "single_results_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "single_results" ADD CONSTRAINT "single_results_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "single_results" ADD CONSTRAINT "single_results_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "single_results" ADD CONSTRAINT "single_results_club_id_clubs_id_fk" FOREIGN KEY ("club_id") REFERENCES "public"."clubs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "squads_club" ON "squads" USING btree ("club_id","id");--> statement-breakpoint
ALTER TABLE "squad_members" ADD CONSTRAINT "squad_members_squad" FOREIGN KEY ("club_id","squad_id") REFERENCES "public"."squads"("club_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "squad_members" ADD CONSTRAINT "squad_members_of_club" FOREIGN KEY ("user_id","club_id") REFERENCES "public"."club_memberships"("user_id","club_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "squads" ADD CONSTRAINT "squads_club_id_clubs_id_fk" FOREIGN KEY ("club_id") REFERENCES "public"."clubs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "athlete_categories" ADD CONSTRAINT "athlete_categories_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "records_by_hand" ADD CONSTRAINT "records_by_hand_club_id_clubs_id_fk" FOREIGN KEY ("club_id") REFERENCES "public"."clubs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_weights" ADD CONSTRAINT "test_weights_test_id_tests_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_weights" ADD CONSTRAINT "test_weights_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tests" ADD CONSTRAINT "tests_club_id_clubs_id_fk" FOREIGN KEY ("club_id") REFERENCES "public"."clubs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tests" ADD CONSTRAINT "tests_squad_id_squads_id_fk" FOREIGN KEY ("squad_id") REFERENCES "public"."squads"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tests" ADD CONSTRAINT "tests_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "single_results_piece" ON "single_results" USING btree ("user_id","machine","kind","amount","rowed_at","score","club_id","is_open","is_entered","stroke_rate","activity_id");--> statement-breakpoint
CREATE INDEX "single_results_session" ON "single_results" USING btree ("session_id","workout_item_index") WHERE "single_results"."session_id" is not null;--> statement-breakpoint
CREATE INDEX "single_results_club" ON "single_results" USING btree ("club_id","machine","kind","amount","user_id","rowed_at","score","activity_id") WHERE "single_results"."club_id" is not null;--> statement-breakpoint
CREATE INDEX "squad_members_membership" ON "squad_members" USING btree ("user_id","club_id");--> statement-breakpoint
CREATE INDEX "records_by_hand_club" ON "records_by_hand" USING btree ("club_id","machine","kind","amount");--> statement-breakpoint
CREATE INDEX "test_weights_user" ON "test_weights" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tests_club" ON "tests" USING btree ("club_id","closes_at");--> statement-breakpoint
CREATE INDEX "tests_squad" ON "tests" USING btree ("squad_id") WHERE "tests"."squad_id" is not null;--> statement-breakpoint
CREATE INDEX "tests_session" ON "tests" USING btree ("session_id") WHERE "tests"."session_id" is not null;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_squad_id_squads_id_fk" FOREIGN KEY ("squad_id") REFERENCES "public"."squads"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_squad" ON "sessions" USING btree ("squad_id") WHERE "sessions"."squad_id" is not null;--> statement-breakpoint
-- The results so far, where the monitor or the plan says that they are of one distance or time.
INSERT INTO "single_results" ("activity_id", "user_id", "machine", "kind", "amount", "score", "rowed_at", "stroke_rate", "is_entered", "is_open", "session_id", "workout_item_index", "club_id")
SELECT "a"."id", "a"."user_id", "a"."machine", "a"."past_kind", "a"."amount",
	CASE "a"."past_kind" WHEN 'distance' THEN round("a"."elapsed_time" * 10) ELSE round("a"."distance") END,
	"a"."created_at", "a"."stroke_rate", "a"."source" = 'entered', "a"."visibility" IS NOT DISTINCT FROM 'profile',
	"a"."session_id", "a"."workout_item_index", "s"."club_id"
FROM (
	SELECT *, CASE jsonb_array_length("plan" -> 'pieces')
		WHEN 1 THEN CASE "past_kind" WHEN 'distance' THEN ("plan" #>> '{pieces,0,distanceM}')::double precision
			ELSE ("plan" #>> '{pieces,0,durationSec}')::double precision END
		ELSE CASE "past_kind" WHEN 'distance' THEN floor("distance" + 0.05) ELSE round("elapsed_time") END
	END AS "amount"
	FROM "activities"
	WHERE "is_completed" AND NOT "is_partial" AND "source" <> 'simulated' AND "machine" <> 'otherrower'
		AND "past_kind" IN ('distance', 'time') AND "elapsed_time" > 0 AND "distance" > 0
		AND coalesce(jsonb_array_length("plan" -> 'pieces'), 0) <= 1
		AND NOT coalesce(jsonb_path_exists("summary", '$.splits[*].restTime ? (@ > 0)'), false)
) AS "a"
LEFT JOIN "sessions" AS "s" ON "s"."id" = "a"."session_id"
WHERE "a"."amount" = floor("a"."amount") AND "a"."amount" BETWEEN 1 AND 1000000
	AND CASE "a"."past_kind"
		WHEN 'distance' THEN "a"."distance" > "a"."amount" - 0.05 AND "a"."distance" < "a"."amount" + 1
		ELSE abs("a"."elapsed_time" - "a"."amount") < 0.05 END;