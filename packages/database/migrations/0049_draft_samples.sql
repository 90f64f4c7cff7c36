CREATE TABLE "draft_samples" (
	"workflow_id" uuid NOT NULL,
	"client_id" text NOT NULL,
	"workflow_instance_id" text NOT NULL,
	"data_run_id" text,
	"fingerprint" text NOT NULL,
	"values_json" text,
	"is_cut" boolean DEFAULT false NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "draft_samples_workflow_id_client_id_workflow_instance_id_pk" PRIMARY KEY("workflow_id","client_id","workflow_instance_id")
);
