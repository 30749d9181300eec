/** An id token and its lifetime. */
export interface SignedToken {
  readonly uid: string
  readonly idToken: string
  readonly expiresInSeconds: number
}

/** Checks passwords for this installation: our server, or Firebase through its own SDK. */
export interface Credentials {
  /** ApiError auth/invalid-credential, auth/second-factor-required, auth/second-factor-invalid. */
  signIn(email: string, password: string, code: string | undefined): Promise<SignedToken>
  /** Exchanges the server's custom token for its session. */
  resume(customToken: string): Promise<SignedToken>
  /** Clears the provider's data in this browser. */
  signOut(): Promise<void>
  /** Absent where our own server keeps the second factor. */
  readonly secondFactor?: HostedSecondFactor
}

/** The authenticator app at a hosted provider. Every session ends with a change: the person signs in again. */
export interface HostedSecondFactor {
  /** ApiError auth/wrong-password, auth/second-factor-on, auth/provider-decides. Nothing changes until a code proves it. */
  start(email: string, password: string): Promise<HostedEnrolment>
  /** ApiError auth/wrong-password, auth/second-factor-invalid. */
  remove(email: string, password: string, code: string): Promise<void>
}

export interface HostedEnrolment {
  readonly secret: string
  readonly uri: string
  /** ApiError auth/second-factor-invalid. */
  confirm(code: string): Promise<void>
}
