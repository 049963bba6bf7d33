CREATE TABLE "calendar_keys" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "calendar_keys_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "goals" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"period" text NOT NULL,
	"meters" integer NOT NULL,
	"from_day" date,
	"to_day" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "goals_period" CHECK ("goals"."period" in ('week', 'month', 'season')),
	CONSTRAINT "goals_meters" CHECK ("goals"."meters" > 0),
	CONSTRAINT "goals_season" CHECK (("goals"."period" = 'season') = ("goals"."from_day" is not null and "goals"."to_day" is not null and "goals"."from_day" <= "goals"."to_day"))
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "change_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "changed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_keys" ADD CONSTRAINT "calendar_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goals" ADD CONSTRAINT "goals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
UPDATE "sessions" SET "changed_at" = "created_at";
