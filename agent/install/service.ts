/** What the system starts, and where it may write. */
export interface ServicePlan {
  readonly scope: 'user' | 'system'
  /** The folder of the installed program. */
  readonly programDir: string
  readonly stateDir: string
}

interface ServiceFile {
  readonly path: string
  readonly content: Buffer
}

/** How one system starts the agent on its own: files to write and commands to run, as data, so that tests can read them. */
export interface SystemService {
  readonly name: string
  /** Where the program and its data belong, and what puts the command in the person's reach (null: nothing). */
  places(scope: ServicePlan['scope']): ServicePlan & { readonly link: string | null }
  files(plan: ServicePlan): readonly ServiceFile[]
  start(plan: ServicePlan): readonly Command[]
  stop(plan: ServicePlan): readonly Command[]
  /** Ends with 0 while the agent runs. */
  isRunning(plan: ServicePlan): Command
}

export interface Command {
  readonly program: string
  readonly args: readonly string[]
  /** Its failure does not matter: nothing to stop, say. */
  readonly optional?: true
}
