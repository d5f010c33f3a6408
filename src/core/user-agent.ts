/** The name of this service in its own requests; some large hosts refuse a request without a name. */
export const USER_AGENT = 'mediagen/0.1.0'
