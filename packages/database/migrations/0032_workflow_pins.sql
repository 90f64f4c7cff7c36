CREATE TABLE "workflow_pins" (
	"workflow_id" uuid NOT NULL,
	"client_id" text NOT NULL,
	"values_json" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "workflow_pins_workflow_id_client_id_pk" PRIMARY KEY("workflow_id","client_id")
);
