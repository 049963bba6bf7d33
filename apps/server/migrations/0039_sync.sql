CREATE TABLE "sync_authorizations" (
	"digest" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"service" text NOT NULL,
	"login_id" text NOT NULL,
	"uploads" boolean NOT NULL,
	"imports" boolean NOT NULL,
	"weight_class" text NOT NULL,
	"time_zone" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sync_authorizations_service" CHECK ("sync_authorizations"."service" in ('intervals', 'logbook'))
);
--> statement-breakpoint
CREATE TABLE "sync_connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"service" text NOT NULL,
	"state" text DEFAULT 'on' NOT NULL,
	"uploads" boolean NOT NULL,
	"imports" boolean NOT NULL,
	"weight_class" text DEFAULT 'H' NOT NULL,
	"time_zone" text NOT NULL,
	"sealed" text NOT NULL,
	"is_by_login" boolean DEFAULT false NOT NULL,
	"account_id" text,
	"account_name" text,
	"connected_at" timestamp with time zone NOT NULL,
	"succeeded_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"problem" text,
	"import_at" timestamp with time zone,
	"import_attempts" integer DEFAULT 0 NOT NULL,
	"imported_until" timestamp with time zone,
	"imported_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"paused_until" timestamp with time zone,
	"claim" uuid,
	"claimed_until" timestamp with time zone,
	CONSTRAINT "sync_connections_service" CHECK ("sync_connections"."service" in ('intervals', 'logbook')),
	CONSTRAINT "sync_connections_state" CHECK ("sync_connections"."state" in ('on', 'loginNeeded')),
	CONSTRAINT "sync_connections_weight_class" CHECK ("sync_connections"."weight_class" in ('H', 'L'))
);
--> statement-breakpoint
CREATE TABLE "sync_uploads" (
	"activity_id" uuid NOT NULL,
	"service" text NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone,
	"next_at" timestamp with time zone,
	"problem" text,
	"remote_id" text,
	CONSTRAINT "sync_uploads_activity_id_service_pk" PRIMARY KEY("activity_id","service"),
	CONSTRAINT "sync_uploads_service" CHECK ("sync_uploads"."service" in ('intervals', 'logbook')),
	CONSTRAINT "sync_uploads_state" CHECK ("sync_uploads"."state" in ('waiting', 'sent', 'there', 'refused', 'givenUp'))
);
--> statement-breakpoint
ALTER TABLE "sync_authorizations" ADD CONSTRAINT "sync_authorizations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_connections" ADD CONSTRAINT "sync_connections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_uploads" ADD CONSTRAINT "sync_uploads_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_uploads" ADD CONSTRAINT "sync_uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sync_authorizations_user" ON "sync_authorizations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sync_authorizations_expires" ON "sync_authorizations" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sync_connections_user" ON "sync_connections" USING btree ("user_id","service");--> statement-breakpoint
CREATE INDEX "sync_connections_import" ON "sync_connections" USING btree ("import_at");--> statement-breakpoint
CREATE INDEX "sync_uploads_user" ON "sync_uploads" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "sync_uploads_due" ON "sync_uploads" USING btree ("next_at") WHERE "sync_uploads"."next_at" is not null;