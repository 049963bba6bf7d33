CREATE TABLE "entry_refusals" (
	"session_id" uuid NOT NULL,
	"workout_item_index" smallint NOT NULL,
	"user_id" uuid NOT NULL,
	"distance" double precision NOT NULL,
	"elapsed_time" double precision NOT NULL,
	"reason" text NOT NULL,
	"refused_at" timestamp with time zone NOT NULL,
	CONSTRAINT "entry_refusals_session_id_workout_item_index_user_id_pk" PRIMARY KEY("session_id","workout_item_index","user_id")
);
--> statement-breakpoint
DROP INDEX "activities_one_of_item";--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "entered_by" uuid;--> statement-breakpoint
ALTER TABLE "clubs" ADD COLUMN "ranks_entered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "entry_refusals" ADD CONSTRAINT "entry_refusals_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_refusals" ADD CONSTRAINT "entry_refusals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entry_refusals_user" ON "entry_refusals" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_entered_by_users_id_fk" FOREIGN KEY ("entered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "activities_one_entered_of_item" ON "activities" USING btree ("user_id","session_id","workout_item_index") WHERE "activities"."source" = 'entered' and "activities"."session_id" is not null;--> statement-breakpoint
CREATE INDEX "activities_entered_by" ON "activities" USING btree ("entered_by") WHERE "activities"."entered_by" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "activities_one_of_item" ON "activities" USING btree ("user_id","session_id","workout_item_index") WHERE not "activities"."is_left" and "activities"."source" <> 'entered';