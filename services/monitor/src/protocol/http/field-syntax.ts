/** A method or the name of a header (RFC 9110, section 5.6.2). */
export const token = /^[\w!#$%&'*+.^`|~-]+$/;

/** Tab, visible ASCII and the upper half of Latin-1: all a header’s value can carry. */
export const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;
