CREATE TABLE "discarded_activities" (
	"user_id" uuid NOT NULL,
	"activity_id" uuid NOT NULL,
	"discarded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "discarded_activities_user_id_activity_id_pk" PRIMARY KEY("user_id","activity_id")
);
--> statement-breakpoint
ALTER TABLE "discarded_activities" ADD CONSTRAINT "discarded_activities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "discarded_activities_discarded" ON "discarded_activities" USING btree ("discarded_at");