// Tests build into folders of their own.
export default { distDir: process.env.NEXT_DIST_DIR ?? '.next' };
