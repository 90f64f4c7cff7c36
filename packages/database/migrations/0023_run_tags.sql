CREATE TABLE "run_tags" (
	"run_id" text NOT NULL,
	"name" text NOT NULL,
	"value" text NOT NULL,
	"position" smallint NOT NULL,
	"owner_user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "run_tags_run_id_name_pk" PRIMARY KEY("run_id","name")
);
--> statement-breakpoint
CREATE INDEX "run_tags_owner_value" ON "run_tags" USING btree ("owner_user_id","value" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "run_tags_created" ON "run_tags" USING btree ("created_at");