/** Every code of a thrown `KnowhowError`. */
export const ERROR_CODES = {
  "runtime.unknown-profile": { summary: "Unknown profile." },
  "runtime.bad-option": { summary: "An option is unknown or its value is not valid." },
  "runtime.unknown-skill": { summary: "Unknown skill." },
  "runtime.no-digest": { summary: "A file of the skill cannot be included in a digest." },
  "runtime.unreadable-skill": {
    summary: "The skill's file or directory is gone, was replaced or cannot be read.",
  },
  "serving.files-changed": {
    summary: "A conversation has the files of a skill as they were, and the skill has changed since.",
  },
  "serving.not-admitted": { summary: "A check refused access to a file of the skill." },
  "security.content-changed": {
    summary: "The content of a skill differs from the content a decision was made for.",
  },
  "security.decisions-unusable": {
    summary: "The folder of trust decisions belongs to another user or is writable by others.",
  },
  "security.scan-blocked": {
    summary:
      "A skill cannot be trusted: the scan found something that must be dismissed or that the settings refuse.",
  },
  "security.scanner-unusable": {
    summary: "The installed scanner does not have the expected exports.",
  },
  "security.unknown-finding": {
    summary: "A dismissal names a rule that found nothing in the skill.",
  },
  "security.no-decision-needed": {
    summary: "No decision is possible: the skill is trusted because of its level, or its source decides.",
  },
  "authoring.refused": { summary: "A proposed change of a skill is not accepted." },
  "authoring.limit": { summary: "Models have made as many proposals as they may in one day." },
  "authoring.unknown": { summary: "No proposal has this id." },
  "authoring.not-pending": { summary: "The state of a proposal does not allow this." },
  "authoring.hash-mismatch": { summary: "A proposal is not the one that was reviewed." },
  "authoring.stale": { summary: "The skill changed after the proposal was made." },
  "authoring.no-writer": { summary: "The host has no port that writes skills." },
  "format.unknown-rules": { summary: "Unknown rule set." },
  "format.unknown-glob": { summary: "A glob pattern is not valid." },
  "resolution.snapshot-invalid": { summary: "The value is not a library snapshot." },
  "resolution.snapshot-mismatch": { summary: "The snapshot's content does not match its id." },
  "session.state-invalid": { summary: "The value is not a serialized session." },
  "mcp.unavailable": { summary: "A server is unreachable, or its response is too large." },
  "mcp.verification-failed": {
    summary: "A file of a server's skill does not match the server's listing.",
  },
  "mcp.not-approved": { summary: "A file of a server's skill requires approval." },
  "mcp.approvals-unreadable": { summary: "The approvals of servers' skills cannot be read." },
  "scripts.no-sandbox": { summary: "This machine has no sandbox for scripts." },
  "scripts.unknown-script": { summary: "The skill has no such script." },
  "scripts.no-interpreter": {
    summary: "It is not known how to start a script, or the program is not installed.",
  },
  "scripts.packages-missing": { summary: "A script needs packages that were not prepared." },
  "scripts.packages-failed": { summary: "The packages of a script could not be downloaded." },
  "scripts.missing-variable": { summary: "A variable that a script needs has no value." },
  "scripts.refused": { summary: "The user did not approve a script." },
  "scripts.sandbox-refused": {
    summary: "The sandbox cannot keep what a script asks for apart from the machine.",
  },
  "state.not-private": {
    summary: "A file or folder of knowhow's state or cache belongs to another user or is writable by others.",
  },
  "state.disk-full": {
    summary: "The disk of a folder of knowhow is full. The hint says how to choose another one.",
  },
  "state.not-writable": {
    summary:
      "A folder of knowhow is read-only or not writable for the user. The hint says how to choose another one.",
  },
  "state.locked": { summary: "Another process held a lock for too long." },
  "state.too-large": { summary: "A record is larger than the limit." },
  "state.log-broken": { summary: "A log was edited or damaged: a line is not the next record." },
  "audit.not-written": {
    summary: "An action could not be recorded in the audit log, so it does not happen.",
  },
  "execution.template-undefined": { summary: "A template uses a name or member that does not exist." },
  "execution.template-type": { summary: "A template applies an operation to a value of the wrong kind." },
  "execution.template-filter": { summary: "A filter of a template is unknown or failed." },
  "execution.template-limit": { summary: "A template takes too much work, or its output is too long." },
  "run.unknown": { summary: "No run has this id." },
  "run.exists": { summary: "A run with this id is already stored." },
  "run.busy": { summary: "The run is being executed, by this process or another one." },
  "run.database": { summary: "The database of the runs cannot be used." },
  "run.not-waiting": { summary: "The run does not wait for an answer." },
  "run.token-refused": {
    summary: "A token was not made for the question that the run waits for, or the question has changed.",
  },
  "run.answer-invalid": { summary: "An answer does not match what the run asked for, or came too late." },
  "run.secret-missing": { summary: "The value of a secret input is not available to continue the run." },
  "run.answered": {
    summary: "The question of the run was already answered; the message names the first answer.",
  },
  "run.missing": {
    summary: "Steps of the workflow need something that is missing here: all of it is listed.",
  },
  "run.rehearsal": { summary: "A rehearsal executes nothing: no run and no script can be started." },
  "run.layout": { summary: "The tables of the runs have a layout that this version cannot use." },
  "run.no-workflow": { summary: "The skill has no workflow, so it cannot be run." },
  "run.invalid-workflow": { summary: "The workflow of the skill, or of one that it calls, has errors." },
  "run.invalid-inputs": { summary: "The inputs of a run do not match those that the skill declares." },
  "evaluation.invalid": { summary: "A file of labelled messages is not valid." },
  "simulation.invalid": { summary: "A line of a simulation script is not valid or cannot be played." },
  "mcp.install-unsupported": { summary: "A client's configuration has no such scope or kind of entry." },
  "mcp.install-unreadable": {
    summary: "A client's configuration is not valid, so it is left unchanged.",
  },
  "mcp.install-conflict": {
    summary: "A client's configuration has an entry of this name that knowhow did not write.",
  },
  "mcp.install-failed": { summary: "A client's configuration cannot be read or written." },
  "embeddings.model-invalid": { summary: "A file of an embedding model is missing or broken." },
  "embeddings.model-unsupported": { summary: "An embedding model is of an unsupported kind." },
  "embeddings.package-missing": { summary: "An embedder needs a package that is not installed." },
  "embeddings.unavailable": {
    summary: "An embedding service is unreachable or returned an unusable response.",
  },
} as const;
