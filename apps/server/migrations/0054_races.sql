CREATE TABLE "race_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"race_id" uuid NOT NULL,
	"run_id" uuid,
	"lane" smallint NOT NULL,
	"entry_id" uuid,
	"source" text NOT NULL,
	"activity_id" uuid,
	"tenths" integer,
	"meters" integer,
	"stroke_rate" smallint,
	"splits" jsonb NOT NULL,
	"outcome" text NOT NULL,
	"penalty_tenths" integer DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"entered_by" uuid,
	"confirmed_by" uuid,
	"confirmed_at" timestamp with time zone,
	"void_reason" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "race_attempts_source" CHECK ("race_attempts"."source" in ('monitor', 'hand', 'file')),
	CONSTRAINT "race_attempts_outcome" CHECK ("race_attempts"."outcome" in ('finished', 'dnf', 'dns', 'dsq', 'exhibition'))
);
--> statement-breakpoint
CREATE TABLE "race_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"name" text NOT NULL,
	"position" smallint NOT NULL,
	"rules" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "race_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"bib" text NOT NULL,
	"club" text NOT NULL,
	"team" text NOT NULL,
	"birth_year" smallint,
	"sex" text,
	"seed_tenths" integer,
	"weighed" text DEFAULT 'none' NOT NULL,
	"weighed_at" timestamp with time zone,
	"is_scratched" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "race_entries_weighed" CHECK ("race_entries"."weighed" in ('none', 'passed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "race_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"club_id" uuid NOT NULL,
	"title" text NOT NULL,
	"day" date NOT NULL,
	"time_zone" text NOT NULL,
	"lanes" smallint NOT NULL,
	"closed_lanes" smallint[] NOT NULL,
	"minutes_between" smallint NOT NULL,
	"junior_names" text NOT NULL,
	"protest_minutes" smallint NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"page_digest" text,
	"page_at" timestamp with time zone,
	"control_user_id" uuid,
	"control_device" uuid,
	"control_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "race_events_page_digest_unique" UNIQUE("page_digest"),
	CONSTRAINT "race_events_lanes" CHECK ("race_events"."lanes" between 1 and 40),
	CONSTRAINT "race_events_junior_names" CHECK ("race_events"."junior_names" in ('full', 'initials'))
);
--> statement-breakpoint
CREATE TABLE "race_judges" (
	"event_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "race_judges_event_id_user_id_pk" PRIMARY KEY("event_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "race_lanes" (
	"race_id" uuid NOT NULL,
	"lane" smallint NOT NULL,
	"entry_id" uuid,
	"state" text DEFAULT 'entered' NOT NULL,
	"valid_attempt_id" uuid,
	"chosen_by" uuid,
	"chosen_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "race_lanes_race_id_lane_pk" PRIMARY KEY("race_id","lane"),
	CONSTRAINT "race_lanes_state" CHECK ("race_lanes"."state" in ('entered', 'here', 'ready', 'closed', 'dns', 'dnf', 'dsq', 'exhibition'))
);
--> statement-breakpoint
CREATE TABLE "race_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"race_id" uuid,
	"at" timestamp with time zone NOT NULL,
	"user_id" uuid,
	"is_by_user" boolean NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "race_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"race_id" uuid NOT NULL,
	"number" smallint NOT NULL,
	"session_id" uuid NOT NULL,
	"prepare_at" timestamp with time zone,
	"ready_at" timestamp with time zone,
	"attention_at" timestamp with time zone,
	"row_at" timestamp with time zone,
	"stop_kind" text,
	"stop_reason" text DEFAULT '' NOT NULL,
	"stop_lanes" smallint[] DEFAULT '{}' NOT NULL,
	"stopped_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "races" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
	"round" text NOT NULL,
	"number" smallint NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"provisional_at" timestamp with time zone,
	"official_at" timestamp with time zone,
	"official_by" uuid,
	CONSTRAINT "races_round" CHECK ("races"."round" in ('flight', 'heat', 'final')),
	CONSTRAINT "races_state" CHECK ("races"."state" in ('draft', 'published', 'called', 'armed', 'started', 'running', 'finished', 'provisional', 'official', 'falseStart', 'stopped', 'void'))
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "is_race" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "race_attempts" ADD CONSTRAINT "race_attempts_race_id_races_id_fk" FOREIGN KEY ("race_id") REFERENCES "public"."races"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_attempts" ADD CONSTRAINT "race_attempts_run_id_race_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."race_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_attempts" ADD CONSTRAINT "race_attempts_entry_id_race_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."race_entries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_attempts" ADD CONSTRAINT "race_attempts_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_attempts" ADD CONSTRAINT "race_attempts_entered_by_users_id_fk" FOREIGN KEY ("entered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_attempts" ADD CONSTRAINT "race_attempts_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_categories" ADD CONSTRAINT "race_categories_event_id_race_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."race_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_entries" ADD CONSTRAINT "race_entries_event_id_race_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."race_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_entries" ADD CONSTRAINT "race_entries_category_id_race_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."race_categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_entries" ADD CONSTRAINT "race_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_events" ADD CONSTRAINT "race_events_club_id_clubs_id_fk" FOREIGN KEY ("club_id") REFERENCES "public"."clubs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_events" ADD CONSTRAINT "race_events_control_user_id_users_id_fk" FOREIGN KEY ("control_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_judges" ADD CONSTRAINT "race_judges_event_id_race_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."race_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_judges" ADD CONSTRAINT "race_judges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_lanes" ADD CONSTRAINT "race_lanes_race_id_races_id_fk" FOREIGN KEY ("race_id") REFERENCES "public"."races"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_lanes" ADD CONSTRAINT "race_lanes_entry_id_race_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."race_entries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_lanes" ADD CONSTRAINT "race_lanes_chosen_by_users_id_fk" FOREIGN KEY ("chosen_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_log" ADD CONSTRAINT "race_log_event_id_race_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."race_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_log" ADD CONSTRAINT "race_log_race_id_races_id_fk" FOREIGN KEY ("race_id") REFERENCES "public"."races"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_log" ADD CONSTRAINT "race_log_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_runs" ADD CONSTRAINT "race_runs_race_id_races_id_fk" FOREIGN KEY ("race_id") REFERENCES "public"."races"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_runs" ADD CONSTRAINT "race_runs_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "races" ADD CONSTRAINT "races_event_id_race_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."race_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "races" ADD CONSTRAINT "races_category_id_race_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."race_categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "races" ADD CONSTRAINT "races_official_by_users_id_fk" FOREIGN KEY ("official_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "race_attempts_race" ON "race_attempts" USING btree ("race_id");--> statement-breakpoint
CREATE INDEX "race_attempts_activity" ON "race_attempts" USING btree ("activity_id");--> statement-breakpoint
CREATE INDEX "race_attempts_entry" ON "race_attempts" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "race_attempts_entered_by" ON "race_attempts" USING btree ("entered_by");--> statement-breakpoint
CREATE INDEX "race_attempts_confirmed_by" ON "race_attempts" USING btree ("confirmed_by");--> statement-breakpoint
CREATE INDEX "race_categories_event" ON "race_categories" USING btree ("event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "race_entries_bib" ON "race_entries" USING btree ("event_id","bib") WHERE "race_entries"."bib" <> '';--> statement-breakpoint
CREATE INDEX "race_entries_category" ON "race_entries" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "race_entries_user" ON "race_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "race_events_club" ON "race_events" USING btree ("club_id","day");--> statement-breakpoint
CREATE INDEX "race_judges_user" ON "race_judges" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "race_lanes_entry" ON "race_lanes" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "race_lanes_chosen_by" ON "race_lanes" USING btree ("chosen_by");--> statement-breakpoint
CREATE INDEX "race_log_event" ON "race_log" USING btree ("event_id","at","id");--> statement-breakpoint
CREATE INDEX "race_log_race" ON "race_log" USING btree ("race_id");--> statement-breakpoint
CREATE INDEX "race_log_user" ON "race_log" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "race_runs_number" ON "race_runs" USING btree ("race_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "race_runs_session" ON "race_runs" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "races_number" ON "races" USING btree ("category_id","round","number");--> statement-breakpoint
CREATE INDEX "races_event" ON "races" USING btree ("event_id","starts_at");--> statement-breakpoint
CREATE INDEX "races_official_by" ON "races" USING btree ("official_by");