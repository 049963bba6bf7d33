CREATE TABLE "ranked_results" (
	"activity_id" uuid NOT NULL,
	"piece" text NOT NULL,
	"user_id" uuid NOT NULL,
	"pace" double precision NOT NULL,
	CONSTRAINT "ranked_results_activity_id_piece_pk" PRIMARY KEY("activity_id","piece")
);
--> statement-breakpoint
ALTER TABLE "ranked_results" ADD CONSTRAINT "ranked_results_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ranked_results" ADD CONSTRAINT "ranked_results_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ranked_results_best" ON "ranked_results" USING btree ("user_id","piece","pace","activity_id");--> statement-breakpoint
-- Results stored before, where the monitor's own type says that the piece was single and whole (fixed distance or time)
-- and the plain text of the workout item asks for no more.
INSERT INTO "ranked_results" ("activity_id", "piece", "user_id", "pace")
SELECT a."id", p."piece", a."user_id",
	CASE WHEN p."meters" IS NULL THEN 500 * p."seconds" / a."distance" ELSE 500 * a."elapsed_time" / p."meters" END
FROM (
	SELECT "activities".*, lower(coalesce("sessions"."workout_items"["workout_item_index" + 1], '')) AS "item"
	FROM "activities" JOIN "sessions" ON "sessions"."id" = "activities"."session_id"
	WHERE "is_completed" AND NOT "is_simulated" AND "workout_type" BETWEEN 2 AND 5
		AND "distance" > 0 AND "elapsed_time" > 0
) a
JOIN (VALUES
	('500m', 500, NULL), ('1k', 1000, NULL), ('2k', 2000, NULL), ('5k', 5000, NULL), ('6k', 6000, NULL),
	('10k', 10000, NULL), ('halfMarathon', 21097, NULL), ('marathon', 42195, NULL),
	('1min', NULL, 60), ('4min', NULL, 240), ('30min', NULL, 1800), ('60min', NULL, 3600)
) AS p ("piece", "meters", "seconds")
	ON (a."distance" > p."meters" - 0.05 AND a."distance" < p."meters" + 1)
	OR abs(a."elapsed_time" - p."seconds") < 0.05
WHERE NOT (a."item" ~ '^\d{1,5} ?m$' AND substring(a."item" FROM '\d+')::integer > a."distance" + 0.05)
	AND NOT (a."item" ~ '^\d{1,2} ?km?$' AND substring(a."item" FROM '\d+')::integer * 1000 > a."distance" + 0.05)
	AND NOT (a."item" ~ '^\d{1,3}:\d\d$'
		AND split_part(a."item", ':', 1)::integer * 60 + split_part(a."item", ':', 2)::integer > a."elapsed_time" + 0.05);
