/**
 * Names that agents and frameworks use for the tools that skills name as in Claude Code. All names in a row mean the
 * same tool, for rules that allow it and for rules that deny it.
 */
export const KNOWN_TOOLS: readonly (readonly string[])[] = [
  [
    "Bash",
    "bash",
    "Shell",
    "shell",
    "shell_command",
    "terminal",
    "exec_command",
    "execute_bash",
    "execute_command",
    "run_command",
    "run_in_terminal",
    "run_shell_command",
    "run_terminal_cmd",
    "run_terminal_command",
  ],
  ["Read", "read", "read_file", "readFile", "open_file", "view", "view_file"],
  ["Write", "write", "write_file", "writeFile", "write_to_file", "create_file"],
  [
    "Edit",
    "edit",
    "edit_file",
    "editFile",
    "replace_in_file",
    "replace_string_in_file",
    "search_replace",
    "str_replace",
  ],
  ["MultiEdit", "multiedit", "multi_edit"],
  ["NotebookEdit", "notebook_edit", "edit_notebook", "edit_notebook_file"],
  ["Glob", "glob", "file_search", "find_files"],
  ["Grep", "grep", "grep_search", "search_file_content"],
  ["LS", "ls", "list_dir", "list_directory", "list_files"],
  ["WebFetch", "webfetch", "web_fetch", "fetch_url", "fetch_webpage"],
  ["WebSearch", "websearch", "web_search", "google_web_search", "search_web"],
  ["Task", "task"],
  ["TodoWrite", "todowrite", "todo_write", "write_todos"],
];
