CREATE TABLE "report_cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"target_id" uuid NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decision" text,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	CONSTRAINT "report_cases_kind" CHECK ("report_cases"."kind" in ('comment', 'user', 'club')),
	CONSTRAINT "report_cases_decision" CHECK ("report_cases"."decision" in ('dismissed', 'hidden', 'deleted')),
	CONSTRAINT "report_cases_decided_whole" CHECK (num_nonnulls("report_cases"."decision", "report_cases"."decided_by", "report_cases"."decided_at") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"case_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reports_case_id_user_id_pk" PRIMARY KEY("case_id","user_id"),
	CONSTRAINT "reports_reason" CHECK ("reports"."reason" in ('offensive', 'spam', 'impersonation', 'other'))
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "report_case_id" uuid;--> statement-breakpoint
ALTER TABLE "clubs" ADD COLUMN "unlisted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_case_id_report_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."report_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "report_cases_one_open" ON "report_cases" USING btree ("target_id") WHERE "report_cases"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "report_cases_decided" ON "report_cases" USING btree ("decided_at","id");--> statement-breakpoint
CREATE INDEX "reports_user" ON "reports" USING btree ("user_id","case_id");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_report_case_id_report_cases_id_fk" FOREIGN KEY ("report_case_id") REFERENCES "public"."report_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_report_case" ON "notifications" USING btree ("report_case_id");