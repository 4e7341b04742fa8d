"""Completion of commands, options and their values in bash, zsh and fish."""


def single_quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def bash(commands):
    lines = ["# Completion of lehr in bash, written from its help.", "_lehr() {",
             '  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options=""', "  COMPREPLY=()",
             "  if ((COMP_CWORD == 1)); then",
             f'    mapfile -t COMPREPLY < <(compgen -W "{" ".join(c.name for c in commands)} --help --version" -- "$word")',
             "    return", "  fi", '  case "${COMP_WORDS[1]} $before" in']
    for command in commands:
        for option in command.options:
            if option.choices:
                lines.append(f'    "{command.name} {option.name}") options="{" ".join(option.choices)}" ;;')
            elif option.value_name and not option.takes_file:
                lines.append(f'    "{command.name} {option.name}") return ;;')
            elif option.takes_file:
                lines.append(f'    "{command.name} {option.name}") mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;')
    lines += ["  esac", '  if [[ -z $options && $word != -* ]]; then', '    case "${COMP_WORDS[1]} $COMP_CWORD" in']
    for command in commands:
        for place, option in enumerate(command.words):
            if option.choices:
                lines.append(f'      "{command.name} {place + 2}") options="{" ".join(option.choices)}" ;;')
    lines += ["    esac", "  fi", '  if [[ -z $options && $word == -* ]]; then', "    case ${COMP_WORDS[1]} in"]
    for command in commands:
        lines.append(f'      {command.name}) options="{" ".join(o.name for o in command.options)}" ;;')
    lines += ["    esac", "  fi", '  if [[ -n $options ]]; then mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")',
              '  elif [[ $word != -* ]]; then mapfile -t COMPREPLY < <(compgen -f -- "$word"); fi', "}",
              "complete -o filenames -F _lehr lehr"]
    return "\n".join(lines) + "\n"


def zsh(commands):
    def text(words):
        return words.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")

    def spec(option):
        value = ""
        if option.choices:
            value = f":{option.name[2:]}:({' '.join(option.choices)})"
        elif option.takes_file:
            value = f":{text(option.value_name)}:_files"
        elif option.value_name:
            value = f":{text(option.value_name)}: "
        return single_quoted(f"{option.name}[{text(option.help)}]{value}")

    lines = ["#compdef lehr", "# Completion of lehr in zsh, written from its help.", "_lehr() {", "  local -a commands=("]
    lines += [f"    {single_quoted(c.name + ':' + c.summary)}" for c in commands]
    lines += ["  )", "  if ((CURRENT == 2)); then", "    _describe command commands", "    return", "  fi", "  local name=${words[2]}",
              "  shift words", "  ((CURRENT--))", "  case $name in"]
    for command in commands:
        lines.append(f"    {command.name}) _arguments \\")
        lines += [f"      {spec(option)} \\" for option in command.options]
        lines += [f"      '{place + 1}:{option.name}:({' '.join(option.choices)})' \\"
                  for place, option in enumerate(command.words) if option.choices]
        lines.append("      '*:file:_files' ;;")
    return "\n".join([*lines, "  esac", "}", '_lehr "$@"']) + "\n"


def fish(commands):
    lines = ["# Completion of lehr in fish, written from its help."]
    lines += [f"complete -c lehr -f -n __fish_use_subcommand -a {c.name} -d {single_quoted(c.summary)}" for c in commands]
    for command in commands:
        lines += [f"complete -c lehr -f -n '__fish_seen_subcommand_from {command.name}' -a {single_quoted(' '.join(option.choices))}"
                  for option in command.words if option.choices]
        for option in command.options:
            value = ""
            if option.choices:
                value = f" -x -a {single_quoted(' '.join(option.choices))}"
            elif option.takes_file:
                value = " -r -F"
            elif option.value_name:
                value = " -x"
            lines.append(f"complete -c lehr -n '__fish_seen_subcommand_from {command.name}' -l {option.name[2:]}{value}"
                         f" -d {single_quoted(option.help)}")
    return "\n".join(lines) + "\n"
