CREATE TABLE "same_row_questions" (
	"activity_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "same_row_questions_activity_id_other_id_pk" PRIMARY KEY("activity_id","other_id")
);
--> statement-breakpoint
ALTER TABLE "activity_origins" ADD COLUMN "is_wall_clock" boolean;--> statement-breakpoint
ALTER TABLE "same_row_questions" ADD CONSTRAINT "same_row_questions_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "same_row_questions" ADD CONSTRAINT "same_row_questions_other_id_activities_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "same_row_questions" ADD CONSTRAINT "same_row_questions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "same_row_questions_other" ON "same_row_questions" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "same_row_questions_user" ON "same_row_questions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "activities_ended" ON "activities" USING btree ("user_id","completed_at","created_at") WHERE "activities"."is_completed";