// The desk
